import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describeHostConformance, type HostBench } from "@toolplane/testkit";
import { afterAll, describe, it } from "vitest";
import { SANDBOX_LEVELS, type TestLevel } from "../../sandbox-levels.ts";
import { openRealBench } from "./real-bench.ts";

describe("this machine's host without a sandbox", () => {
  describeHostConformance(
    { describe, it },
    {
      create: () => openRealBench({ sandbox: "none" }),
      lacks: { sandbox: "it was switched off" },
    },
  );
});

for (const { sandbox, needs, runs } of SANDBOX_LEVELS)
  describe.skipIf(!runs)(`this machine's host in a sandbox (needs ${needs})`, () => {
    describeHostConformance(
      { describe, it },
      // Everything else is the same code with and without a sandbox.
      { create: oneHost(sandbox), needing: ["processes", "sandbox"] },
    );
  });

/** The sessions of the checks. */
const SESSIONS = ["session_a", "session_b", "session_c"];

/** One host for all checks, because opening one tries its sandbox; each check finds empty folders and no session. */
function oneHost(sandbox: TestLevel["sandbox"]): () => Promise<HostBench> {
  let opened: Promise<HostBench> | null = null;
  afterAll(async () => (await opened)?.close());
  return async () => {
    opened ??= openRealBench({ sandbox });
    const bench = await opened;
    return {
      ...bench,
      async close() {
        for (const id of SESSIONS) await bench.host.closeSession?.(id);
        for (const folder of [bench.workspace, bench.outside])
          for (const name of readdirSync(folder))
            rmSync(join(folder, name), { recursive: true, force: true });
      },
    };
  };
}
