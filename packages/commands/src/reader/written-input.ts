/**
 * Finds the text that one command writes for another, through a pipe or a process substitution. It is known only where it is
 * certain. It matters where a shell or `xargs` would make a command of it.
 */
import type { CommandNode, ParsedScript, SyntaxNode } from "unbash";
import type { CommandContext, Stdin } from "../line/command-context.ts";
import { expandWord, type WordKnowledge } from "../words/expand-word.ts";
import { isLiteral } from "../words/expanded-word.ts";

const UNKNOWN: Stdin = { kind: "unknown" };

/** Finds what the reader of a command's output gets. */
export function writtenInput(
  { facts }: CommandContext,
  command: SyntaxNode,
  known: WordKnowledge,
): Stdin {
  if (command.type !== "Command" || !command.name) return UNKNOWN;
  const name = command.name.value;
  if (facts.functions.has(name) || facts.unseen) return UNKNOWN;
  return WRITES_TEXT.has(name) ? pipedText(command, known) : UNKNOWN;
}

/** The same of all that stands in `<( )`. */
export function substitutedInput(
  context: CommandContext,
  script: ParsedScript | undefined,
  known: WordKnowledge,
): Stdin {
  const [only, ...more] = script?.commands ?? [];
  if (!only || more.length > 0 || script?.errors?.length) return UNKNOWN;
  return writtenInput(context, only.command, known);
}

/**
 * The input of a node. Several commands read one input, each from where the one before it stopped, and one that opens another input
 * opens it for those behind it.
 */
export function inputOf({ facts }: CommandContext, node: SyntaxNode, stdin: Stdin): Stdin {
  if (node.type === "Command") return stdin;
  if (facts.feedsShell) return UNKNOWN;
  return stdin.kind === "text" ? { ...stdin, shared: true } : stdin;
}

/** Commands whose output may be known. */
const WRITES_TEXT: ReadonlySet<string> = new Set(["echo", "printf", "cat"]);

/**
 * Finds what a command writes into a pipe, when that is certain: `echo`, `printf` and `cat <<'EOF'` of literal text. The text that
 * the next command of a pipeline reads.
 */
function pipedText(node: CommandNode, known: WordKnowledge): Stdin {
  if (node.type !== "Command" || !node.name || node.args.some((word) => word.type !== "Word"))
    return { kind: "unknown" };
  const name = node.name.value;
  const words = node.args.flatMap((word) => (word.type === "Word" ? expandWord(word, known) : []));
  if (!words.every(isLiteral) || words.some((word) => word.text.includes("\\")))
    return { kind: "unknown" };
  const texts = words.map((word) => word.text);
  if (name === "echo" && node.redirects.length === 0) {
    const from = texts.findIndex((text) => !/^-[neE]+$/.test(text));
    return { kind: "text", text: `${texts.slice(from === -1 ? texts.length : from).join(" ")}\n` };
  }
  if (
    name === "printf" &&
    node.redirects.length === 0 &&
    texts.length === 1 &&
    !texts[0]?.includes("%")
  )
    return { kind: "text", text: texts[0] ?? "" };
  const [only] = node.redirects;
  if (name !== "cat" || texts.length > 0 || node.redirects.length !== 1 || only?.type !== "HereDoc")
    return { kind: "unknown" };
  return only.delimiter?.quoted ? { kind: "text", text: only.body.text } : { kind: "unknown" };
}
