/** The same calls down the whole road, with and without a record on disk: what recording adds to a call. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { defineTool, type Tool } from "@toolplane/contract";
import { openSqliteStore } from "@toolplane/host";
import { createKernel } from "@toolplane/kernel";
import { createRecorder } from "@toolplane/kernel/record";
import { CALM_SHARE, calmSlices } from "../harness/calm-slices.ts";
import type { Figures } from "../harness/section.ts";
import { median } from "../harness/statistics.ts";
import { createRealClockHost } from "../real-clock-host.ts";

const CALLS = 2_000;
const SLICES = 12;
const WARM_UP = 3;

/** Calls that only read, or calls that change something: those wait until their intent is on disk. */
export type RoadKind = "reads" | "writes";

/** Measures one after the other; the time of a slice ends when everything of it is durable. */
export async function roadCalls(kind: RoadKind, recorded: boolean): Promise<Figures> {
  const folder = mkdtempSync(join(tmpdir(), "bench-road-"));
  const host = createRealClockHost({ "/workspace/notes.txt": "one line\n" });
  const store = await openSqliteStore({ path: join(folder, "store.db") });
  const recorder = createRecorder({
    store,
    key: new Uint8Array(32).fill(7),
    clock: host.clock,
    ids: host.ids,
    defer: setImmediate,
  });
  const session = createKernel({
    host,
    tools: [tool(kind)],
    policy: [{ scope: "session", rules: [{ permission: "*", pattern: "**", action: "allow" }] }],
    ...(recorded ? { recorder } : {}),
  }).session();
  const count = kind === "reads" ? CALLS : CALLS / 10;
  let next = 0;
  const slice = async (): Promise<number> => {
    const start = performance.now();
    for (let index = 0; index < count; index += 1) {
      next += 1;
      const call = { id: `call_${next}`, name: "sample", arguments: { path: "notes.txt" } };
      const { type } = await session.call(call);
      if (type !== "output") throw new Error("The call did not pass.");
    }
    if (recorded) await recorder.flush();
    return ((performance.now() - start) * 1_000) / count;
  };
  for (let turn = 0; turn < WARM_UP; turn += 1) await slice();
  const { values, calmShare } = await calmSlices(SLICES, slice);
  await session.close();
  await recorder.close();
  await store.close();
  rmSync(folder, { recursive: true, force: true });
  const usPerRow = median(values);
  return {
    usPerRow,
    rowsPerSecond: 1e6 / usPerRow,
    worstUsPerRow: Math.max(...values),
    [CALM_SHARE]: calmShare,
  };
}

function tool(kind: RoadKind): Tool {
  return defineTool({
    id: "sample",
    description: "Does nothing with a file.",
    parameters: { type: "object", properties: { path: { type: "string" } }, required: ["path"] },
    requires: { fs: { read: ["{workspace}/**"], write: ["{workspace}/**"] } },
    resources: { path: kind === "reads" ? "fs.read" : "fs.write" },
    execute: () => "done",
  }) as Tool;
}
