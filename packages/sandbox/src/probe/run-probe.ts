import { execFile } from "node:child_process";

/** A busy machine takes long to start processes; what is given up here costs every command its view. */
export const PROBE_MS = 30_000;

/** Runs a program; injected so that findings can be tested. */
export type RunProbe = (
  program: string,
  argv: readonly string[],
) => Promise<{ readonly code: number | null; readonly output: string }>;

/** Runs a program with an empty environment; it is killed when it takes too long. */
export const runProbe: RunProbe = (program, argv) =>
  new Promise((resolve) => {
    execFile(program, [...argv], { env: {}, timeout: PROBE_MS }, (error, stdout, stderr) => {
      const code = error === null ? 0 : typeof error.code === "number" ? error.code : 1;
      resolve({ code, output: `${stdout}${stderr}` });
    });
  });
