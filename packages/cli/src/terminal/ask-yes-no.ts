/** A question that is answered with one line. Nothing but a typed yes is one; Ctrl-C and the end of input are no. */
import { createInterface } from "node:readline/promises";
import type { Terminal } from "./terminal.ts";

/** Who is asked, what ends the question, and what Ctrl-C does. */
export interface YesNoAsker {
  readonly terminal: Terminal;
  readonly signal: AbortSignal;
  readonly cancel: () => void;
}

export async function askYesNo(
  { terminal, signal, cancel }: YesNoAsker,
  question: string,
): Promise<boolean> {
  const lines = createInterface({ input: terminal.input, output: terminal.error });
  lines.on("SIGINT", cancel);
  try {
    const closed = new Promise<string>((resolve) => lines.once("close", () => resolve("")));
    const answer = await Promise.race([lines.question(`${question} [y/N] `, { signal }), closed]);
    return /^y(?:es)?$/i.test(answer.trim());
  } catch (error) {
    if (signal.aborted) return false;
    throw error;
  } finally {
    lines.close();
  }
}
