/**
 * Started by `read-options.test.ts` with files and words: runs each file with each word, as a process of its own would up to its
 * `process.exit`, and prints what came of it. One process for all of them, because each loads the same sources.
 */
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

export interface TriedWord {
  readonly file: string;
  readonly word: string;
  /** Null: it went on. */
  readonly code: number | null;
  readonly output: string;
}

class Ended extends Error {}

const [files = "", words = ""] = process.argv.slice(2);
const tried: TriedWord[] = [];
const { log } = console;
for (const file of files.split(","))
  for (const word of words.split(",")) tried.push(await tryWord(file, word));
log(JSON.stringify(tried));

async function tryWord(file: string, word: string): Promise<TriedWord> {
  const lines: string[] = [];
  let code: number | null = null;
  console.log = console.error = (line: string): void => void lines.push(`${line}\n`);
  process.argv = [process.execPath, resolve(file), word];
  process.exit = (given): never => {
    code = Number(given ?? 0);
    throw new Ended();
  };
  try {
    // Another query, another module: the same file is run once more.
    await import(`${pathToFileURL(resolve(file)).href}?word=${word}`);
  } catch (error) {
    if (!(error instanceof Ended)) throw error;
  }
  return { file, word, code, output: lines.join("") };
}
