import type { Stdin } from "./command-context.ts";

/** The input of a shell inside a line: what is left of the line's, which nobody knows unless there was none. */
export function inheritedInput({ kind }: Stdin): Stdin {
  return { kind: kind === "none" ? kind : "unknown" };
}
