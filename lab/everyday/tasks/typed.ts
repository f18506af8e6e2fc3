/** A command as a person types it. */
export function bash(command: string): { readonly words: readonly string[] } {
  return { words: ["call", "bash", command] };
}

/** Without a sandbox a person is asked about what is not plainly a reader. */
export const ASKED_BARE = { none: { asked: 1, answer: "once" } } as const;
