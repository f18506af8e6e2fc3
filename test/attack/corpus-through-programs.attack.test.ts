/** The attack corpus once more, each call made by a program: nothing is judged otherwise inside `code_mode` than outside of it. */
import { beforeAll, describe, expect, it } from "vitest";
import { hasSandbox } from "../has-sandbox.ts";
import { isWhole, SAMPLED_MS, sampleOf } from "../sample.ts";
import { corpusCases } from "./corpus-cases.ts";
import type { AttackCase } from "./harness/attack-case.ts";
import { hasIpv6, type Machine } from "./harness/decide-skip.ts";
import { runCase } from "./harness/run-case.ts";
import type { CaseOutcome } from "./harness/tally.ts";

/** `npm run whole` takes all. */
const SAMPLE = 8;

// Those that start no process, unless all are run: a sandbox for each would take most of the time.
const all = corpusCases();
const cases = sampleOf(isWhole ? all : all.filter(startsNothing), SAMPLE);
const machine: Machine = { sandbox: hasSandbox, ipv6: hasIpv6() };

interface Compared {
  readonly id: string;
  readonly direct: string;
  readonly program: string;
}

describe(`the attack corpus through programs, ${cases.length} of ${all.length} cases`, () => {
  const compared: Compared[] = [];
  const left: string[] = [];

  beforeAll(async () => {
    for (const subject of cases) {
      const program = await runCase(subject, { ...machine, way: "program" });
      if (program.kind === "skipped") {
        left.push(`${subject.id} ${program.reason}`);
        continue;
      }
      const direct = await runCase(subject, machine);
      const [one, other] = [direct, program].map((outcome) => verdictOf(outcome, subject));
      compared.push({ id: subject.id, direct: one as string, program: other as string });
    }
  }, SAMPLED_MS);

  it("gives each call the verdict that it has when it is made directly", () => {
    expect(compared.filter(({ direct, program }) => direct !== program)).toEqual([]);
  });

  it("lets nothing escape, and leaves out only what no program can do", () => {
    expect(compared.filter(({ program }) => /escaped|broken/.test(program))).toEqual([]);
    expect(left.length, left.join("\n")).toBeLessThanOrEqual(Math.ceil(cases.length / 3));
    expect(compared.length + left.length).toBe(cases.length);
  });
});

/** How a race ends is a matter of timing, so all that two runs of one must share is that nothing escaped. */
function verdictOf(outcome: CaseOutcome, { needs = [] }: AttackCase): string {
  if (outcome.kind !== "graded") return `${outcome.kind}: ${outcome.reason}`;
  if (needs.includes("race") && !outcome.grade.isEscape) return "held";
  return outcome.grade.isEscape ? `${outcome.grade.outcome}, escaped` : outcome.grade.outcome;
}

/** Commands of the class `shell-permission` are judged and never started. */
function startsNothing({ class: name, call, given }: AttackCase): boolean {
  if (Object.values(given.mcp ?? {}).some(({ transport }) => transport === "stdio")) return false;
  const calls = [call, ...(call.then ? [call.then] : []), ...(given.before ?? [])];
  return name === "shell-permission" || calls.every(({ tool }) => tool !== "bash");
}
