/** Runs with another environment of this very process: a case's variables are those of the runtime, not of its commands. */

/** Names that a program cannot do without. */
const KEPT = ["PATH", "LANG", "LC_ALL", "TERM", "USER", "SHELL", "TZ"];

/** Sets the environment, runs, and puts everything back. */
export async function withEnvironment<T>(
  { home, added }: { readonly home: string; readonly added: Readonly<Record<string, string>> },
  run: () => Promise<T>,
): Promise<T> {
  const before = { ...process.env };
  const kept = KEPT.flatMap((name) => {
    const value = before[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  replace({ ...Object.fromEntries(kept), HOME: home, ...added });
  try {
    return await run();
  } finally {
    replace(before);
  }
}

function replace(values: Readonly<Record<string, string | undefined>>): void {
  for (const name of Object.keys(process.env)) if (!(name in values)) delete process.env[name];
  for (const [name, value] of Object.entries(values))
    if (value !== undefined) process.env[name] = value;
}
