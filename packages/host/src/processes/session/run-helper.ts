import type { Holder } from "./start-holder.ts";

const MAX_SAID_BYTES = 10_000;

/** Runs a program of ours in the holder's namespaces; true when it ended well. */
export async function runHelper(
  holder: Holder,
  argv: readonly string[],
  {
    spool,
    cwd = "/",
    quiet = false,
  }: { readonly spool: string; readonly cwd?: string; readonly quiet?: boolean },
): Promise<boolean> {
  // Not quiet where a command may come to wait for it: the process would end before it did.
  const program = holder.spawn(
    {
      ...{ argv, cwd, env: {}, spool, inherited: [], stdin: "none" },
      maxSpoolBytes: MAX_SAID_BYTES,
    },
    quiet ? { helper: true, quiet } : { helper: true },
  );
  return (await program.started) === null && (await program.ended).exitCode === 0;
}
