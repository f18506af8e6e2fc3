import type { Stdin } from "./command-context.ts";

/** What a shell inside a line finds on its input: what is left of it, which nobody knows unless there was none. */
export function inheritedInput({ kind }: Stdin): Stdin {
  return { kind: kind === "none" ? kind : "unknown" };
}
