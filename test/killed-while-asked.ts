import type { CliWorld } from "@toolplane/cli/fixtures";
import { vi } from "vitest";
import { WAITING_MS } from "./setup/hanging.ts";

type Waiting = Awaited<ReturnType<CliWorld["waiting"]>>[number];

/** Starts a command that comes to ask a person, and kills its process while it waits. Gives what it asked. */
export async function killedWhileAsked(
  world: CliWorld,
  words: readonly string[],
): Promise<Waiting> {
  const child = world.spawn(words);
  const ended = new Promise((resolve) => child.once("close", resolve));
  const asked = await vi.waitFor(
    async () => {
      const [one] = await world.waiting();
      if (!one) throw new Error("nothing is asked yet");
      return one;
    },
    { timeout: WAITING_MS, interval: 100 },
  );
  child.kill("SIGKILL");
  await ended;
  return asked;
}
