/** One line from the grammar, by its seed. Most lines are static, because a fuzz in which everything is asked about proves nothing. */
import type { Grammar } from "./grammar/grammar.ts";
import { writeClosedList, writeCommand, writeList } from "./grammar/lists.ts";
import { writeRedirections } from "./grammar/redirections.ts";
import { writeBareProgram, writeProgram, writeWords } from "./grammar/simple-commands.ts";
import { writeStaticWord, writeWord } from "./grammar/words.ts";
import type { Tree } from "./line-tree.ts";
import { createRandom, type Random } from "./random.ts";

export function generateLine(seed: number): Tree {
  const random = createRandom(Math.imul(seed, 2_654_435_761) ^ 0x5bd1e995);
  const wild = random.chance(0.3);
  const depth = random.weighted([
    [2, 1],
    [4, 2],
    [3, 3],
    [1, 4],
  ] as const);
  let tags = 0;
  const tag = (): string => {
    tags += 1;
    return `t${tags}`;
  };
  return createGrammar({ random, wild, depth, tag }).list();
}

function createGrammar(at: {
  readonly random: Random;
  readonly wild: boolean;
  readonly depth: number;
  readonly tag: () => string;
}): Grammar {
  const grammar: Grammar = {
    ...at,
    deeper: () => createGrammar({ ...at, depth: at.depth - 1 }),
    plain: () => createGrammar({ ...at, wild: false }),
    list: () => writeList(grammar),
    closedList: () => writeClosedList(grammar),
    command: () => writeCommand(grammar),
    program: () => writeProgram(grammar),
    bareProgram: () => writeBareProgram(grammar),
    word: () => writeWord(grammar),
    staticWord: () => writeStaticWord(grammar),
    words: () => writeWords(grammar),
    redirections: () => writeRedirections(grammar),
  };
  return grammar;
}
