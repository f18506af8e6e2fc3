import { askLine, type LineAsker } from "./ask-line.ts";

/** Nothing but a typed yes is one. */
export async function askYesNo(asker: LineAsker, question: string): Promise<boolean> {
  return /^y(?:es)?$/i.test(await askLine(asker, `${question} [y/N]`));
}
