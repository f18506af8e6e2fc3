import { existsSync } from "node:fs";
import { join } from "node:path";
import { kill, processesOf } from "../processes.ts";
import type { ClientRunner } from "../run-client.ts";
import { judged, type Trial } from "../trial.ts";
import { until } from "../until.ts";

const GENTLE_MS = 20_000;

/** The words of a command that runs on and on, and what it would leave. */
export function endless(mark: string): { readonly sleep: string; readonly command: string } {
  const sleep = `sleep 613.${mark}`;
  return { sleep, command: `echo half > half.txt; ${sleep}; echo done > done.txt` };
}

/** Ctrl-C on the client: the command's process is gone, nothing of it is in the workspace, and the record says so. */
export async function tryCancel(run: ClientRunner): Promise<Trial> {
  const { sleep, command } = endless(run.driver.mark);
  run.model.play([{ tool: "bash", arguments: { command } }]);
  const client = run.start();
  const began = await until(() => processesOf(sleep).length > 0);
  client.stop("SIGINT");
  const timer = setTimeout(() => client.stop("SIGTERM"), GENTLE_MS);
  const isOver = await until(() => processesOf(sleep).length === 0);
  clearTimeout(timer);
  client.stop("SIGTERM");
  await client.ended;
  const fault = !began
    ? "the command never ran"
    : isOver
      ? await leftovers(run)
      : "the command runs on after Ctrl-C";
  for (const pid of processesOf(sleep)) kill(pid, "SIGKILL");
  return judged("cancel", fault);
}

async function leftovers({ place, toolplane }: ClientRunner): Promise<string | null> {
  for (const name of ["half.txt", "done.txt"])
    if (existsSync(join(place.workspace, name))) return `${name} was left of it`;
  const { output } = await toolplane(["show", "--json"]);
  return output.includes('"code":"cancelled"') ? null : `the record says: ${output.slice(-600)}`;
}
