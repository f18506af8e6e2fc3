/** `[` and `test`: neutral while it is certain what they test. `-v` and `-R` evaluate subscripts, so they are not. */

import { TEST_BINARY, TEST_UNARY } from "../knowledge/builtins.ts";
import type { CommandContext, Invocation } from "../line/command-context.ts";
import { emitUnit } from "../line/emit-unit.ts";
import { type ExpandedWord, isLiteral } from "../words/expanded-word.ts";

export function readTest(context: CommandContext, call: Invocation): void {
  const words = call.words.slice(1);
  const inner =
    call.words[0]?.text === "[" && words.at(-1)?.text === "]" ? words.slice(0, -1) : words;
  const evaluates = inner.find(
    (word, index) =>
      (word.text === "-v" || word.text === "-R") && /[[$`]/.test(inner[index + 1]?.text ?? ""),
  );
  if (evaluates)
    context.reading.addOpaque(call.text, "it evaluates the subscript of a variable's name");
  emitUnit(context, call, { neutral: isCertain(inner), effect: "read" });
}

function isCertain(words: readonly ExpandedWord[]): boolean {
  if (words.some((word) => word.text === "-v" || word.text === "-R")) return false;
  if (words.some((word) => word.dynamic && word.splits)) return false;
  if (words.length <= 1) return true;
  return words.every((word, index) => {
    if (isLiteral(word)) return true;
    const before = words[index - 1];
    const after = words[index + 1];
    const isUnaryOperand = before !== undefined && isLiteral(before) && TEST_UNARY.has(before.text);
    const isBinaryOperand = [before, after].some(
      (each) => each !== undefined && isLiteral(each) && TEST_BINARY.has(each.text),
    );
    return isUnaryOperand || isBinaryOperand;
  });
}
