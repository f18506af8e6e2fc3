/** Redirects: files that are opened for a command, and what they make of its standard input. */
import type { Redirection, Word } from "unbash";
import type { CommandContext, Scope, Stdin } from "../line/command-context.ts";
import { addHost } from "../resources/add-destination.ts";
import { addFile } from "../resources/add-file.ts";
import { expandValue, expandWord, type WordKnowledge } from "../words/expand-word.ts";
import { isLiteral } from "../words/expanded-word.ts";
import { streamOf } from "../words/stream-number.ts";
import { substitutedInput } from "./written-input.ts";

const UNKNOWN: Stdin = { kind: "unknown" };

/** The facts that redirects need. */
export interface RedirectPlan {
  readonly scope: Scope;
  readonly known: WordKnowledge;
  readonly unitIndex: number | undefined;
}

/** Writes down the files; gives the standard input the command gets. */
export function readRedirects(
  context: CommandContext,
  redirects: readonly Redirection[],
  plan: RedirectPlan,
): Stdin {
  let { stdin } = plan.scope;
  for (const redirect of redirects) {
    const descriptor =
      redirect.descriptor?.type === "FileDescriptor"
        ? redirect.descriptor.value
        : redirect.descriptor
          ? -1
          : undefined;
    if (redirect.type === "Redirect") {
      const opened = readOne(context, redirect, { ...plan, scope: { ...plan.scope, stdin } });
      if (/^</.test(redirect.operator) && (descriptor ?? 0) === 0) stdin = opened;
    } else if ((descriptor ?? 0) === 0) stdin = textOf(redirect, plan);
  }
  return stdin;
}

function textOf(
  redirect: Exclude<Redirection, { readonly type: "Redirect" }>,
  { known }: RedirectPlan,
): Stdin {
  if (redirect.type === "HereString") {
    const value = redirect.target ? expandValue(redirect.target, known) : undefined;
    return value && isLiteral(value)
      ? { kind: "text", text: `${value.text}\n` }
      : { kind: "unknown" };
  }
  const { delimiter, body } = redirect;
  const given = redirect.operator === "<<-" ? body.text.replace(/^\t+/gm, "") : body.text;
  if (delimiter?.quoted) return { kind: "text", text: given };
  if (!(body.parts ?? []).every((part) => part.type === "Literal")) return { kind: "unknown" };
  // The shell that holds the text takes these escapes off before the one that runs it sees them.
  return { kind: "text", text: given.replace(/\\([$`\\]|\n)/g, unescaped) };
}

function unescaped(_: string, character: string): string {
  return character === "\n" ? "" : character;
}

/** Writes the target down, and says what a command finds in it: a file only where one is there under a literal name. */
function readOne(
  context: CommandContext,
  redirect: Extract<Redirection, { readonly type: "Redirect" }>,
  plan: RedirectPlan,
): Stdin {
  const { operator, target } = redirect;
  if (!target) return UNKNOWN;
  const words = expandWord(target, plan.known);
  const [word] = words;
  if (!word || words.length > 1) {
    context.reading.addUnknown(target.text, "it is redirected to several files at once");
    return UNKNOWN;
  }
  if (/&$/.test(operator) && isLiteral(word) && /^(?:\d+-?|-)$/.test(word.text))
    return word.text === "0" ? plan.scope.stdin : UNKNOWN;
  const provenance = {
    origin: "direct",
    via: "redirect",
    ...(plan.unitIndex === undefined ? {} : { unitIndex: plan.unitIndex }),
  } as const;
  const device = /^\/dev\/(tcp|udp)\/([^/]+)\/([^/]+)$/.exec(word.text);
  if (device && isLiteral(word)) {
    const port = Number(device[3]);
    if (!Number.isInteger(port))
      context.reading.addUnknown(word.text, "it names a port that is not known");
    else addHost(context, { ...word, text: device[2] ?? "" }, { provenance, scheme: "tcp", port });
    return UNKNOWN;
  }
  const use = { scope: plan.scope, provenance };
  if (operator !== "<" && operator !== "<&") addFile(context, word, { ...use, access: "write" });
  if (!/^</.test(operator)) return UNKNOWN;
  const found = addFile(context, word, { ...use, access: "read" });
  if (word.pipe) return pipedInto(context, target, plan);
  if (!isLiteral(word)) return UNKNOWN;
  if (word.text === "/dev/null") return { kind: "text", text: "" };
  if (streamOf(context, word.text, plan.scope) === 0) return plan.scope.stdin;
  return found.length > 0 && found.every(({ kind }) => kind === "file")
    ? { kind: "file" }
    : UNKNOWN;
}

function pipedInto(context: CommandContext, target: Word, { known }: RedirectPlan): Stdin {
  const [part] = target.parts ?? [];
  if (part?.type !== "ProcessSubstitution" || part.operator !== "<") return UNKNOWN;
  return substitutedInput(context, part.script, known);
}
