/**
 * Reads rules from a text file: strict JSON (a name written twice is an error, because two readers could see two
 * rules), a list of rules or an object whose `rules` is one. Every rule keeps the line it begins on, so that a refusal
 * can name it. The members of a rule are checked where it is compiled.
 */
import {
  ConfigurationError,
  type PolicyLayer,
  type Rule,
  type RuleScope,
} from "@toolplane/contract";
import { parseArguments } from "../../schema/parse-arguments.ts";

/** No rule file is larger; a file beyond this is a mistake. */
const MAX_BYTES = 1_048_576;
/** `land` has a reader of its own: it says what must pass before changes land, and no rule. */
const NAMES: ReadonlySet<string> = new Set(["rules", "land", "$schema"]);

/** Reads a rule file into a layer. Throws a ConfigurationError that names the file. */
export function readRules(
  text: string,
  { file, scope }: { readonly file: string; readonly scope: Exclude<RuleScope, "default"> },
): PolicyLayer {
  const body = text.startsWith("\uFEFF") ? text.slice(1) : text;
  const isList = body.trimStart().startsWith("[");
  // A list becomes the only member of an object, so that one strict reader serves both forms.
  const parsed = parseArguments(isList ? `{"rules":${body}\n}` : body, {
    maxBytes: MAX_BYTES,
    maxDepth: 8,
  });
  if (!parsed.ok) throw new ConfigurationError(file, parsed.message);
  const unknown = Object.keys(parsed.value).find((name) => !NAMES.has(name));
  if (unknown !== undefined) throw new ConfigurationError(file, `unknown name "${unknown}"`);
  const { rules } = parsed.value;
  if (!Array.isArray(rules)) throw new ConfigurationError(file, "rules must be a list");
  return {
    scope,
    file,
    rules: rules as readonly Rule[],
    lines: linesOfRules(body, isList ? 1 : 2),
  };
}

/** The lines on which the objects at this depth begin. The text is valid JSON, so brackets outside strings are structure. */
function linesOfRules(text: string, depth: number): readonly number[] {
  const lines: number[] = [];
  let line = 1;
  let level = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === "\n") line += 1;
    else if (character === '"') at = endOfString(text, at);
    else if (character === "[" || character === "{") {
      if (level === depth && character === "{") lines.push(line);
      level += 1;
    } else if (character === "]" || character === "}") level -= 1;
  }
  return lines;
}

/** Strings of JSON hold no raw newline, so skipping one loses no line. */
function endOfString(text: string, open: number): number {
  let at = open + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === "\\" ? 2 : 1;
  return at;
}
