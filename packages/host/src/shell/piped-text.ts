/** What a command writes into a pipe, when that is certain: `echo`, `printf` and `cat <<'EOF'` of literal text. */
import type { CommandNode } from "unbash";
import type { Stdin } from "./line/command-context.ts";
import { expandWord, type WordKnowledge } from "./words/expand-word.ts";
import { isLiteral } from "./words/expanded-word.ts";

/** Commands whose output may be known. */
export const WRITES_TEXT: ReadonlySet<string> = new Set(["echo", "printf", "cat"]);

/** The text that the next command of a pipeline reads. */
export function pipedText(node: CommandNode, known: WordKnowledge): Stdin {
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
