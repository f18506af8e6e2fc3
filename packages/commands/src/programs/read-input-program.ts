/** Commands that a program is given on its standard input, or by an option, in a language of its own. */
import { INPUT_PROGRAMS, type InputProgram } from "../knowledge/input-programs.ts";
import type { CommandContext, Invocation } from "../line/command-context.ts";
import { programFromInput } from "../line/program-from-input.ts";
import { addLooseWords } from "../resources/add-loose-words.ts";
import { isLiteral, literalWord } from "../words/expanded-word.ts";
import { streamOf } from "../words/stream-number.ts";
import { derived, readNested } from "./options/option-effects.ts";

const BY_NAME = new Map<string, InputProgram>();
for (const row of INPUT_PROGRAMS) for (const name of row.names.split(" ")) BY_NAME.set(name, row);

/** More of one text is not looked at piece by piece. */
const MAX_FOUND = 256;

export function readInputProgram(
  context: CommandContext,
  call: Invocation,
  unitIndex: number,
): void {
  const name = call.words[0]?.text.split("/").at(-1) ?? "";
  const row = BY_NAME.get(name);
  if (!row) return;
  const { scope } = call;
  const given = call.words.filter(
    (word, at) => isLiteral(word) && row.options?.test(call.words[at - 1]?.text ?? ""),
  );
  const texts = given.map(({ text }) => text);
  const fed = scope.stdin.kind === "none" ? null : programFromInput(context, call);
  if (fed !== null) texts.push(fed);
  if (call.words.some(({ text, pipe }) => pipe || (streamOf(context, text, scope) ?? 0) !== 0))
    context.reading.addOpaque(call.text, "the program it would run is only known when it runs");
  for (const text of texts) {
    if (row.unread?.test(text))
      context.reading.addOpaque(call.text, "its input starts programs that nobody has read");
    const runs = matchesOf(row.runs, text);
    const files = matchesOf(row.files, text);
    if (runs.length > MAX_FOUND || files.length > MAX_FOUND)
      context.reading.addOpaque(call.text, "its input holds more commands than can be followed");
    for (const found of runs.slice(0, MAX_FOUND)) readNested(context, literalWord(found), scope);
    const words = files.slice(0, MAX_FOUND).map(literalWord);
    const provenance = derived("operand", unitIndex);
    addLooseWords(context, { words, provenance, scope, mayWrite: "all" });
  }
}

function matchesOf(expressions: readonly RegExp[] = [], text: string): readonly string[] {
  const found = expressions.flatMap((each) => [...text.matchAll(each)].map(([, group]) => group));
  return found.flatMap((each) => (each === undefined ? [] : [each.trim()]));
}
