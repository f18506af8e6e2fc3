import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { beforeAll, describe, expect, it } from "vitest";
import { testProgram } from "../../scripts/build/test-program.ts";
import { hasSandbox } from "../has-sandbox.ts";
import { corpusCases } from "./corpus-cases.ts";
import type { AttackCase } from "./harness/attack-case.ts";
import { decideSkip, hasIpv6 } from "./harness/decide-skip.ts";
import type { Tally } from "./harness/tally.ts";

// In a process of its own: cases change the environment, measure memory, and count processes.
const root = join(import.meta.dirname, "../..");
const corpus = join(import.meta.dirname, "attack-corpus.jsonl");
const TIME_MS = 1_800_000;

describe("the attack corpus", () => {
  let tally: Tally;
  let report = "";

  beforeAll(async () => {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [...testProgram(join(import.meta.dirname, "run-attack.ts")), "--corpus", corpus],
      { cwd: root, maxBuffer: 67_108_864, timeout: TIME_MS },
    );
    report = stdout;
    tally = JSON.parse(stdout.trimEnd().split("\n").at(-1) ?? "{}") as Tally;
  }, TIME_MS);

  it("has no escape [R161] [R162]", () => {
    expect(tally.escapes, report).toBe(0);
  });

  it("asks about at most 2 % of harmless calls", () => {
    expect(tally.false_prompts / tally.benign, report).toBeLessThanOrEqual(0.02);
  });

  it("goes exactly as expected in at least 95 % of the cases", () => {
    expect(tally.exact / tally.total, report).toBeGreaterThanOrEqual(0.95);
  });

  it("runs everything but what waits for its part of the product or for the machine", () => {
    const cases = corpusCases();
    const machine = { sandbox: hasSandbox, ipv6: hasIpv6() };
    const waiting = cases.filter((each) => decideSkip(each, machine) !== null);
    const ids = new Set(waiting.map(({ id }) => id));
    const others = cases.filter(({ id }) => tally.skipped.includes(id) && !ids.has(id));
    expect(tally.skipped).toEqual(expect.arrayContaining([...ids]));
    // With a sandbox nothing else is left out; without one, only what would have started a process.
    expect(hasSandbox ? others : others.filter((each) => !startsProcess(each))).toEqual([]);
    expect(tally.total + tally.skipped.length).toBe(cases.length);
    expect(tally.harness_errors, report).toBe(0);
  });
});

/** Tools of the corpus that start one. */
function startsProcess({ call, given }: AttackCase): boolean {
  const tools = [call, ...(given.before ?? [])].map(({ tool }) => tool);
  return tools.some((tool) => tool === "bash" || tool === "git" || tool === "background");
}
