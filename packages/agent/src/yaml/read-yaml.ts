/**
 * YAML from strangers: bounded before it is read, and never more than data. Anchors are refused whole, because a few of them
 * unfold to gigabytes; tags make nothing but what JSON has.
 */
import type { Reading } from "@toolplane/readings";
import { isAlias, parseDocument, visit } from "yaml";

/** Front matter and a kit are a page at most. */
const MAX_YAML_CHARACTERS = 65_536;
/** Lists in lists: nobody means more. */
const MAX_DEPTH = 16;

/** What the text says, or why it cannot be read, in one line. */
export function readYaml(text: string): Reading<unknown> {
  if (text.length > MAX_YAML_CHARACTERS)
    return { ok: false, message: `it has more than ${MAX_YAML_CHARACTERS} characters` };
  if (isTooDeep(text)) return { ok: false, message: "its parts are nested too deeply" };
  try {
    const document = parseDocument(text, {
      schema: "core",
      customTags: [],
      merge: false,
      strict: true,
      uniqueKeys: true,
      prettyErrors: true,
      logLevel: "silent",
    });
    const [error] = document.errors;
    if (error) return { ok: false, message: firstLine(error.message) };
    let hasAlias = false;
    visit(document, {
      Alias: () => {
        hasAlias = true;
        return visit.BREAK;
      },
    });
    if (hasAlias || isAlias(document.contents))
      return { ok: false, message: "it uses anchors, which are not read here" };
    return { ok: true, value: document.toJS({ maxAliasCount: 0 }) };
  } catch (error) {
    return {
      ok: false,
      message: firstLine(error instanceof Error ? error.message : String(error)),
    };
  }
}

/** Counted on the text, because the parser itself goes down as deep as it is told to. */
function isTooDeep(text: string): boolean {
  let flow = 0;
  for (const character of text) {
    if (character === "[" || character === "{") flow += 1;
    else if (character === "]" || character === "}") flow = Math.max(0, flow - 1);
    if (flow > MAX_DEPTH) return true;
  }
  return text.split("\n").some((line) => (line.match(/^(?:\s*- ?)+/)?.[0] ?? "").length > 128);
}

function firstLine(text: string): string {
  return (text.split("\n", 1)[0] ?? "").replace(/:$/, "");
}
