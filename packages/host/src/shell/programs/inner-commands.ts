/**
 * Commands that a program may start of what it is given, as further readings for what denies: behind `--`, as the value of an
 * option that says so (`-e`, `--exec`), and of programs that are known to start one anywhere.
 */
import { LOOSE_RUNNERS } from "../knowledge/loose-runners.ts";
import type { ExpandedWord } from "../words/expanded-word.ts";
import { splitText } from "../words/split-text.ts";

/** More words are no command line of anybody's. */
const MAX_WORDS = 16;
const RUNS = /^(?:-[cex]|-?-(?:exec|execute|command|cmd|run|call|prog|program|shell-command))$/;
const RUNS_ATTACHED = /^--(?:exec|execute|command|cmd|run|call|prog|program|shell-command)=(.+)$/s;

type Words = readonly ExpandedWord[];

export function innerCommands([program, ...given]: Words): readonly Words[] {
  const found: Words[] = [];
  const words = given.slice(0, MAX_WORDS);
  const name = program?.text.slice(program.text.lastIndexOf("/") + 1) ?? "";
  const anywhere = LOOSE_RUNNERS.has(name);
  for (const [at, word] of words.entries()) {
    if (word.dynamic) continue;
    const before = words[at - 1]?.text ?? "";
    const attached = RUNS_ATTACHED.exec(word.text)?.[1];
    if (attached !== undefined) found.push(splitText({ ...word, text: attached }));
    if (word.text.startsWith("-") || !(anywhere || before === "--" || RUNS.test(before))) continue;
    found.push(words.slice(at));
    if (/\s/.test(word.text)) found.push(splitText(word));
  }
  return found.filter((each) => each.length > 0);
}
