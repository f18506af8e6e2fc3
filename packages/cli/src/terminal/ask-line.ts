/** A question that is answered with one line. Ctrl-C and the end of input answer with nothing. */
import { createInterface } from "node:readline/promises";
import type { Terminal } from "./terminal.ts";

/** The terminal that is asked, the end of the question, and what Ctrl-C does. */
export interface LineAsker {
  readonly terminal: Terminal;
  readonly signal: AbortSignal;
  readonly cancel: () => void;
}

/** The line without blanks around it. */
export async function askLine(
  { terminal, signal, cancel }: LineAsker,
  question: string,
): Promise<string> {
  const lines = createInterface({ input: terminal.input, output: terminal.error });
  lines.on("SIGINT", cancel);
  try {
    const closed = new Promise<string>((resolve) => lines.once("close", () => resolve("")));
    const answer = await Promise.race([lines.question(`${question} `, { signal }), closed]);
    return answer.trim();
  } catch (error) {
    if (signal.aborted) return "";
    throw error;
  } finally {
    lines.close();
  }
}
