/**
 * Commands that a program may start of what it is given, as further readings for what denies: behind `--`, behind a word that says
 * so (`poetry run`, `npm exec`), and as the value of an option that does (`-e`, `--exec`).
 */
import { runsByName } from "../../knowledge/running-options.ts";
import type { ExpandedWord } from "../../words/expanded-word.ts";
import { splitText } from "../../words/split-text.ts";

/** A denial is about the first words of a command. */
const MAX_WORDS = 16;
const RUN_WORDS = /^(?:run|exec|x|dlx|cmd|shell)$/;

type Words = readonly ExpandedWord[];

export function innerCommands([, ...words]: Words): readonly Words[] {
  const found: Words[] = [];
  const [first = -1, second = -1] = words.flatMap(({ text }, at) =>
    text.startsWith("-") ? [] : [at],
  );
  const runs = RUN_WORDS.test(words[first]?.text ?? "");
  for (const [at, word] of words.entries()) {
    if (word.dynamic) continue;
    const before = words[at - 1]?.text ?? "";
    const attached = /^(--?[\w-]+)=(.+)$/s.exec(word.text);
    if (attached && runsByName(attached[1] ?? ""))
      found.push(splitText({ ...word, text: attached[2] ?? "" }));
    const begins =
      (runs && at === second) || before === "--" || /^-[cex]$/.test(before) || runsByName(before);
    if (!begins || word.text.startsWith("-")) continue;
    found.push(words.slice(at, at + MAX_WORDS));
    if (/\s/.test(word.text)) found.push(splitText(word));
  }
  return found.filter((each) => each.length > 0);
}
