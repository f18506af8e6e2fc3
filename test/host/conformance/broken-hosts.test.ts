import { ToolError } from "@toolplane/contract";
import { checkHostConformance, describeHostConformance } from "@toolplane/testkit";
import type { HostCheck } from "@toolplane/testkit/inside";
import {
  analyzerChecks,
  atomicityChecks,
  backgroundChecks,
  channelChecks,
  fileGateChecks,
  groundChecks,
  HOST_CHECKS,
  journalChecks,
  networkChecks,
  outputChecks,
  processChecks,
  readingChecks,
  runHostCheck,
  searchChecks,
  sidecarChecks,
  writingChecks,
} from "@toolplane/testkit/inside";
import { describe, expect, it } from "vitest";
import type { Breaker, Breakers } from "./breaker.ts";
import { BROKEN_GATES, BROKEN_READING, BROKEN_SEARCH, BROKEN_WRITING } from "./broken-files.ts";
import { BROKEN_GROUND } from "./broken-ground.ts";
import { BROKEN_JOURNALS } from "./broken-journal.ts";
import { BROKEN_NETWORKS } from "./broken-network.ts";
import { BROKEN_PROCESSES } from "./broken-processes.ts";
import { openMemoryBench } from "./memory-bench.ts";

/** A broken host is tried with the checks of what it breaks: those that wait would take their time on all of them. */
const AREAS: readonly { readonly breakers: Breakers; readonly checks: readonly HostCheck[] }[] = [
  { breakers: BROKEN_GROUND, checks: [...groundChecks, ...analyzerChecks, ...sidecarChecks] },
  { breakers: BROKEN_READING, checks: readingChecks },
  { breakers: BROKEN_GATES, checks: [...fileGateChecks, ...readingChecks] },
  { breakers: BROKEN_WRITING, checks: [...writingChecks, ...atomicityChecks] },
  { breakers: BROKEN_JOURNALS, checks: journalChecks },
  { breakers: BROKEN_SEARCH, checks: searchChecks },
  { breakers: BROKEN_NETWORKS, checks: networkChecks },
  {
    breakers: BROKEN_PROCESSES,
    checks: [...processChecks, ...outputChecks, ...backgroundChecks, ...channelChecks],
  },
];

/** How long a check waits for a host that never comes to an end. */
const PATIENCE_MS = 1_500;

function optionsOf(breaker: Breaker) {
  return {
    patienceMs: PATIENCE_MS,
    async create() {
      const bench = await openMemoryBench();
      return { ...bench, host: { ...bench.host, ...breaker(bench) } };
    },
  };
}

describe("the conformance suite for hosts", () => {
  const failed = new Set<string>();

  for (const { breakers, checks } of AREAS) {
    it.concurrent.each(Object.entries(breakers))("catches a host that %s", async (_, breaker) => {
      const caught: string[] = [];
      for (const check of checks)
        if ((await runHostCheck(check, optionsOf(breaker))) !== null) caught.push(check.name);
      for (const name of caught) failed.add(name);
      expect(caught).not.toEqual([]);
    });
  }

  it("has the error of a host that cannot be opened as its problem", async () => {
    const create = () => Promise.reject(new ToolError("unavailable", "No disk."));
    const problems = await checkHostConformance({ create });
    expect(problems).toHaveLength(HOST_CHECKS.length);
    expect(problems[0]?.problem).toBe("it broke the check: No disk.");
  });

  it("fails its tests in words, and names what was not tried", async () => {
    const tests = new Map<string, () => Promise<void>>();
    const create = () => Promise.reject(new ToolError("unavailable", "No disk."));
    describeHostConformance(
      { describe: (_, body) => body(), it: (name, body) => tests.set(name, body) },
      { create, lacks: { network: "it has no cable" } },
    );
    const skipped = [...tests.keys()].filter((name) => name.endsWith("it has no cable)"));
    expect(tests.size).toBe(HOST_CHECKS.length);
    expect(skipped).toHaveLength(networkChecks.length);
    expect(skipped[0]).toContain("(not tried: no network: it has no cable)");
    await expect(tests.values().next().value?.()).rejects.toThrow("host: it broke the check");
  });

  it("refuses a feature that nobody knows", async () => {
    const lacks: object = { processors: "none" };
    await expect(checkHostConformance({ create: openMemoryBench, lacks })).rejects.toThrow(
      "there is no feature processors",
    );
  });

  // Last, when every broken host was tried: a check that none of them fails proves nothing.
  it("has no check that cannot fail", () => {
    const never = HOST_CHECKS.map(({ name }) => name).filter((name) => !failed.has(name));
    expect(never).toEqual([]);
  });
});
