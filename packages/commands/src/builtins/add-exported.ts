/** Treats exported values as if each program after the export named them: a file in them may be read by it. */
import type { CommandContext, Invocation } from "../line/command-context.ts";
import { derived } from "../programs/options/option-effects.ts";
import { addLooseWords } from "../resources/add-loose-words.ts";
import { type ExpandedWord, literalWord } from "../words/expanded-word.ts";

/** Adds the files in values that `export`, `declare -x` or `set -a` hands on; wherever in the line they were given. */
export function addExported(context: CommandContext, call: Invocation): void {
  const [name, ...words] = call.words;
  const { writings } = context.facts;
  const has = (flag: RegExp) => words.some(({ text }) => flag.test(text));
  const values: ExpandedWord[] = [];
  if (name?.text === "set") {
    if (!has(/^-[a-zA-Z]*a|^allexport$/)) return;
    for (const each of writings.keys()) values.push(...assignedTo(context, each));
  } else if (name?.text === "export" || has(/^-[a-zA-Z]*x/))
    for (const word of words) values.push(word, ...assignedTo(context, word.text));
  const provenance = derived("operand", context.reading.units.length);
  addLooseWords(context, { words: values, provenance, scope: call.scope });
}

/** The words that the line assigns to a variable, as written. */
function assignedTo({ facts }: CommandContext, name: string): readonly ExpandedWord[] {
  return (facts.writings.get(name) ?? []).flatMap((writing) =>
    writing.kind === "assigned" && writing.node.value.type === "Word"
      ? [literalWord(writing.node.value.value)]
      : [],
  );
}
