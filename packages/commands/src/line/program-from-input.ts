import type { CommandContext, Invocation } from "./command-context.ts";

/**
 * The program that a command takes from its standard input, wherever that comes from: a text of the line, or null. A file that is
 * there is a script, and named by the rule that allows it. Of anything else nobody knows what it holds, so it is asked about.
 */
export function programFromInput(
  { reading }: CommandContext,
  { scope: { stdin }, text }: Pick<Invocation, "scope" | "text">,
): string | null {
  if (stdin.kind === "file") return null;
  if (stdin.kind !== "text" || stdin.shared)
    reading.addOpaque(text, "the program it would run comes from its standard input");
  return stdin.kind === "text" ? stdin.text : null;
}
