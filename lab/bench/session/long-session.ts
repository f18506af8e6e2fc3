/** A session as a host has it: default policy, a listener, a recorder. */

import { setImmediate as nextTick } from "node:timers/promises";
import { defineTool } from "@toolplane/contract";
import { createKernel } from "@toolplane/kernel";
import { FILES, objectAt, SCHEMA } from "../kernel/workload.ts";
import { createRealClockHost } from "../real-clock-host.ts";

/** The session as the section uses it. */
export interface LongSession {
  call(index: number): Promise<unknown>;
  /** Lets everything that is batched be written. */
  settle(): Promise<void>;
  close(): Promise<void>;
}

/** Opens one. Recorded rows are turned into lines once a tick and dropped: a store on disk is another section's. */
export function openLongSession(name: string): LongSession {
  let waiting: unknown[] = [];
  const keep = (entry: unknown): undefined => {
    waiting.push(entry);
    return undefined;
  };
  const tool = defineTool({
    id: "read_sample",
    description: "Reads nothing.",
    parameters: SCHEMA,
    requires: { fs: { read: ["{workspace}/**"] } },
    resources: { path: "fs.read" },
    execute: async ({ limit }) => ({ ok: true, lines: limit ?? 0 }),
  });
  const host = createRealClockHost(FILES);
  const session = createKernel({
    host,
    tools: [tool],
    recorder: { intent: keep, settle: keep },
  }).session({ id: name });
  session.on(() => undefined);
  const settle = async (): Promise<void> => {
    const batch = waiting;
    waiting = [];
    JSON.stringify(batch);
    await nextTick();
  };
  return {
    call: (index) =>
      session.call({
        id: `${name}-${index}`,
        name: "read_sample",
        arguments: objectAt(index) as never,
      }),
    settle,
    async close() {
      await settle();
      await session.close();
    },
  };
}
