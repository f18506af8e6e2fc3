/** A stage over a folder of the workspace, and what a process does in it between looks. */
import { spawnSync } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import { openStage, type Stage } from "@toolplane/sandbox/inside";
import type { World } from "./landing-world.ts";

/** The rounds of one process: each is looked at by itself. */
export const ROUNDS: readonly string[] = [
  "echo more >> a; rm b; mkdir -p new/in; echo n > new/in/n; chmod 755 a",
  "echo again >> a; rm -r old; ln -s a old; echo m >> new/in/n; rm turns; mkdir turns; echo t > turns/t",
  "rm old; mkdir old; echo o > old/o; rm -r new; echo b > b; mv turns/t t; echo log >> t",
];

/** Opens the whole workspace's folder `out` as an output. */
export function openOutput({ workspace, userData, landings }: World): Stage {
  const folder = join(mkdtempSync(join(userData, "stage-")), "0");
  const call = { sessionId: "ses_1", callId: "call_out" };
  return openStage({
    output: join(workspace, "out"),
    isFile: false,
    folder,
    mayWrite: () => true,
    keeper: landings.keeperOf(call),
    maxBytes: 1024 ** 3,
    maxEntries: 10_000,
  });
}

export async function bringRounds(stage: Stage, rounds: readonly string[] = ROUNDS): Promise<void> {
  for (const round of rounds) {
    spawnSync("bash", ["-c", round], { cwd: stage.source });
    await stage.look().publish(async () => {});
  }
}
