/**
 * Runs small programs of ours from the holder, which is small however large the host has grown: a fork costs in proportion to the
 * parent's memory. What they read and print goes through private files of this host.
 */
import { readFileSync, rmSync, statSync } from "node:fs";
import { type RunProgram, SMALL_PROGRAM_ENV } from "../../landing/upper/run-program.ts";
import type { SpoolFolder } from "../output/spool-folder.ts";
import type { Holder } from "./start-holder.ts";

/** Drops the errors that these programs print: they must not come among their output. */
const SCRIPT = 'exec "$@" 2>/dev/null';

export function runBeside(holder: Holder, spools: SpoolFolder): RunProgram {
  return async ({ argv, cwd, input, maxBytes }) => {
    const spool = spools.next();
    const file = spools.write(input);
    try {
      const program = holder.spawn(
        {
          argv: ["sh", "-c", SCRIPT, "sh", ...argv],
          cwd,
          env: SMALL_PROGRAM_ENV,
          spool,
          inherited: [],
          stdin: { file },
          maxSpoolBytes: maxBytes,
        },
        { helper: true },
      );
      if ((await program.started) !== null) return null;
      const { exitCode } = await program.ended;
      if (exitCode === null) return null;
      const complete = exitCode === 0 && statSync(spool).size < maxBytes;
      return { bytes: complete ? readFileSync(spool) : Buffer.alloc(0), complete };
    } catch {
      return null;
    } finally {
      for (const path of [spool, file]) rmSync(path, { force: true });
    }
  };
}
