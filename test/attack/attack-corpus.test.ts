import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { testProgram } from "../../scripts/build/test-program.ts";
import { hasSandbox } from "../has-sandbox.ts";
import { SAMPLED_MS, sampleOf } from "../sample.ts";
import { corpusCases } from "./corpus-cases.ts";
import type { AttackCase } from "./harness/attack-case.ts";
import { decideSkip, hasIpv6 } from "./harness/decide-skip.ts";
import type { Tally } from "./harness/tally.ts";

// In a process of its own: cases change the environment, measure memory, and count processes.
const root = join(import.meta.dirname, "../..");

// Every case that starts no process, and one in eighteen, drawn, of those that do, for a call or as a server: a sandbox each, and servers
// that flood, are what takes the time. `npm run whole` and `npm run attack` take all.
const all = corpusCases();
const takesLong = (each: AttackCase): boolean => startsProcess(each) || Boolean(each.given.mcp);
const still = all.filter((each) => !takesLong(each));
const starting = all.filter(takesLong);
const cases = [...still, ...sampleOf(starting, Math.ceil(starting.length / 18))];

describe(`the attack corpus, ${cases.length} of ${all.length} cases`, () => {
  let tally: Tally;
  let report = "";
  const folder = mkdtempSync(join(tmpdir(), "toolplane-corpus-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  beforeAll(async () => {
    const corpus = join(folder, "corpus.jsonl");
    writeFileSync(corpus, cases.map((each) => `${JSON.stringify(each)}\n`).join(""));
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [...testProgram(join(import.meta.dirname, "run-attack.ts")), "--corpus", corpus],
      { cwd: root, maxBuffer: 67_108_864, timeout: SAMPLED_MS },
    );
    report = stdout;
    tally = JSON.parse(stdout.trimEnd().split("\n").at(-1) ?? "{}") as Tally;
  }, SAMPLED_MS);

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
