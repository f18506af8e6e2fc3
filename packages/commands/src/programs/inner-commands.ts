/**
 * Commands that a program may start of what it is given, as further readings for what denies: behind `--`, as the value of an
 * option that says so (`-e`, `--exec`), and of programs that are known to start one anywhere.
 */
import { LOOSE_RUNNERS } from "../knowledge/loose-runners.ts";
import type { CommandContext } from "../line/command-context.ts";
import type { ExpandedWord } from "../words/expanded-word.ts";
import { splitText } from "../words/split-text.ts";

/** A denial is about the first words of a command. */
const MAX_WORDS = 16;
/** Where more could begin, nobody knows what is run. */
const MAX_STARTS = 64;
const RUNS = /^(?:-[cex]|-?-(?:exec|execute|command|cmd|run|call|prog|program|shell-command))$/;
const RUNS_ATTACHED = /^--(?:exec|execute|command|cmd|run|call|prog|program|shell-command)=(.+)$/s;

type Words = readonly ExpandedWord[];

export function innerCommands(
  { reading }: CommandContext,
  [program, ...words]: Words,
): readonly Words[] {
  const found: Words[] = [];
  const name = program?.text.slice(program.text.lastIndexOf("/") + 1) ?? "";
  const anywhere = LOOSE_RUNNERS.has(name);
  for (const [at, word] of words.entries()) {
    if (word.dynamic) continue;
    const before = words[at - 1]?.text ?? "";
    const attached = RUNS_ATTACHED.exec(word.text)?.[1];
    const begins = !word.text.startsWith("-") && (anywhere || before === "--" || RUNS.test(before));
    if (attached === undefined && !begins) continue;
    if (found.length > MAX_STARTS) {
      reading.addOpaque(name, "which of its words are a command is only known when it runs");
      break;
    }
    if (attached !== undefined) found.push(splitText({ ...word, text: attached }));
    if (!begins) continue;
    found.push(words.slice(at, at + MAX_WORDS));
    if (/\s/.test(word.text)) found.push(splitText(word));
  }
  return found.filter((each) => each.length > 0);
}
