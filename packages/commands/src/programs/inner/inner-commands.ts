/**
 * Commands that a program which no row explains may start of what it is given, as further readings for what denies: behind `--`,
 * behind a word that says so (`poetry run`, `npm exec`), as the value of an option that does (`-e`, `--exec`), and wherever a
 * program's name stands among its words (`xterm git push`).
 */

import { runsByName } from "../../knowledge/running-options.ts";
import { SHELLS } from "../../knowledge/shells.ts";
import type { CommandContext } from "../../line/command-context.ts";
import type { ExpandedWord } from "../../words/expanded-word.ts";
import { splitText } from "../../words/split-text.ts";

/** A denial is about the first words of a command. */
const MAX_WORDS = 16;
/** Where more could begin, nobody knows what is run. */
const MAX_STARTS = 64;
const RUN_WORDS = /^(?:run|exec|x|dlx|cmd|shell)$/;

type Words = readonly ExpandedWord[];

export function innerCommands(
  context: CommandContext,
  [program, ...words]: Words,
): readonly Words[] {
  const found: Words[] = [];
  const [first = -1, second = -1] = words.flatMap(({ text }, at) =>
    text.startsWith("-") ? [] : [at],
  );
  const runs = RUN_WORDS.test(words[first]?.text ?? "");
  for (const [at, word] of words.entries()) {
    if (word.dynamic) continue;
    if (found.length > MAX_STARTS) {
      context.reading.addOpaque(
        program?.text ?? "",
        "which of its words are a command is only known when it runs",
      );
      break;
    }
    const attached = /^(--?[\w-]+)=(.+)$/s.exec(word.text);
    if (attached && runsByName(attached[1] ?? ""))
      found.push(splitText({ ...word, text: attached[2] ?? "" }));
    if (word.text.startsWith("-")) continue;
    const before = words[at - 1]?.text ?? "";
    const begins =
      (runs && at === second) || before === "--" || /^-[cexX]$/.test(before) || runsByName(before);
    const split = splitText(word);
    const isOne = split.length < 2;
    // A name alone is what is installed or spoken of: `brew install git`.
    const isLast = at === words.length - 1 && isOne;
    const isNamed = !isLast && isProgram(context, split[0]?.text ?? "", at === first && isOne);
    if (!begins && !isNamed) continue;
    found.push(words.slice(at, at + MAX_WORDS));
    if (!isOne) found.push(split);
  }
  return found.filter((each) => each.length > 0);
}

/** The first word of many programs is a use of their own that is called like a program: `npm rm`, `make install`. */
function isProgram({ book }: CommandContext, name: string, isUse: boolean): boolean {
  const row = book.program(name)?.row;
  if (SHELLS.has(name) || book.wrapper(name) !== undefined) return true;
  return (
    row !== undefined &&
    (!isUse || row.reader !== undefined || /^(?:url|host|remote)$/.test(row.operands))
  );
}
