import type { Holder } from "./start-holder.ts";

const MAX_SAID_BYTES = 10_000;

/** Runs a small program of ours to its end; true where it did what it was to do. */
export async function runHelper(
  holder: Holder,
  argv: readonly string[],
  spool: string,
): Promise<boolean> {
  // Not quiet: a command may come to wait for it, and the process would end before it did.
  const program = holder.spawn(
    {
      argv,
      cwd: "/",
      env: {},
      spool,
      inherited: [],
      stdin: "none",
      maxSpoolBytes: MAX_SAID_BYTES,
    },
    { helper: true },
  );
  return (await program.started) === null && (await program.ended).exitCode === 0;
}
