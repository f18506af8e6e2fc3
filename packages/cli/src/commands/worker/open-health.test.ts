import type { FleetWorker } from "@toolplane/contract/ports";
import { afterEach, expect, it } from "vitest";
import type { CommandArguments } from "../../command/command.ts";
import { openHealth, type WorkerHealth } from "./open-health.ts";

const open: (WorkerHealth | null)[] = [];
afterEach(() => {
  for (const one of open.splice(0)) one?.close();
});

async function health(port: number): Promise<WorkerHealth> {
  const given = { number: () => port } as unknown as CommandArguments;
  const opened = await openHealth({ arguments: given });
  open.push(opened);
  if (opened === null) throw new TypeError("It has a port.");
  return opened;
}
const statusAt = async ({ port }: WorkerHealth, path: string) =>
  (await fetch(`http://127.0.0.1:${port}${path}`)).status;
const row = (worker: string, more: Partial<FleetWorker> = {}): FleetWorker => ({
  name: "we",
  worker,
  queues: [],
  versions: [],
  labels: [],
  concurrency: 1,
  isHeld: true,
  isDraining: false,
  driving: 0,
  ...more,
});

it("lives from the first moment, and is ready while its own lease is held", async () => {
  const own = await health(0);
  expect([await statusAt(own, "/live"), await statusAt(own, "/ready")]).toEqual([200, 503]);
  let workers = [row("mine")];
  own.follow({ show: async () => ({ workers, queues: [], failures: [] }) }, "mine");
  expect(await statusAt(own, "/ready")).toBe(200);
  // Another took its name: this one stalled past its lease.
  for (const other of [
    row("theirs"),
    row("mine", { isHeld: false }),
    row("mine", { isDraining: true }),
  ]) {
    workers = [other];
    expect(await statusAt(own, "/ready")).toBe(503);
  }
  expect(await statusAt(own, "/live")).toBe(200);
});

it("says what to do about a port that is taken", async () => {
  const { port } = await health(0);
  await expect(health(port)).rejects.toMatchObject({
    message: `Port ${port} of 127.0.0.1 is taken, perhaps by another toolplane.`,
    next: expect.arrayContaining([expect.stringContaining("toolplane worker --health 0")]),
  });
});
