import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { kill, processesOf } from "../processes.ts";
import type { ClientRunner } from "../run-client.ts";
import { judged, type Trial } from "../trial.ts";
import { until } from "../until.ts";

const GENTLE_MS = 20_000;
/** From the client's last word until nothing of the call runs, with every core busy. */
const LIMIT_MS = 5_000;

/** The words of a command that runs on and on, and what it would leave. */
export function endless(mark: string): { readonly sleep: string; readonly command: string } {
  const sleep = `sleep 613.${mark}`;
  return { sleep, command: `echo half > half.txt; ${sleep}; echo done > done.txt` };
}

/**
 * Ctrl-C on the client while every core is busy: the command's process is gone in time, nothing of it is in the workspace, and the
 * record says so. A client that is slow to heed the key is not our time: it counts from the client's end where that is later.
 */
export async function tryCancel(run: ClientRunner): Promise<Trial> {
  const { sleep, command } = endless(run.driver.mark);
  run.model.play([{ tool: "bash", arguments: { command } }]);
  const client = run.start();
  const began = await until(() => processesOf(sleep).length > 0);
  const release = holdCores();
  let heard = performance.now();
  client.stop("SIGINT");
  const timer = setTimeout(() => {
    heard = performance.now();
    client.stop("SIGTERM");
  }, GENTLE_MS);
  let isWatched = true;
  void client.ended.then(() => {
    if (isWatched) heard = performance.now();
  });
  const isOver = await until(() => processesOf(sleep).length === 0);
  isWatched = false;
  const took = Math.round(performance.now() - heard);
  release();
  clearTimeout(timer);
  client.stop("SIGTERM");
  await client.ended;
  const fault = !began
    ? "the command never ran"
    : !isOver
      ? "the command runs on after Ctrl-C"
      : took > LIMIT_MS
        ? `the command ran on for ${took} ms`
        : await leftovers(run);
  for (const pid of processesOf(sleep)) kill(pid, "SIGKILL");
  const trial = judged("cancel", fault);
  return fault === null ? { ...trial, said: `in ${took} ms with busy cores` } : trial;
}

/** Keeps every core busy until it is told to stop. */
function holdCores(): () => void {
  const loops = Array.from({ length: availableParallelism() }, () =>
    spawn(process.execPath, ["-e", "for (;;);"], { stdio: "ignore" }),
  );
  return () => {
    for (const loop of loops) loop.kill("SIGKILL");
  };
}

async function leftovers({ place, toolplane }: ClientRunner): Promise<string | null> {
  for (const name of ["half.txt", "done.txt"])
    if (existsSync(join(place.workspace, name))) return `${name} was left of it`;
  const { output } = await toolplane(["show", "--json"]);
  return output.includes('"code":"cancelled"') ? null : `the record says: ${output.slice(-600)}`;
}
