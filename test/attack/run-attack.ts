// `npm run attack -- --corpus FILE [--class NAME] [--only ID] [--level plain]` runs an attack corpus against the product, prints every case
// that is not exactly as it should be, and last one JSON object with the numbers. Nothing leaves loopback.
import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { readOptions } from "../../scripts/read-options.ts";
import { hasSandbox } from "../has-sandbox.ts";
import { hasPlainSandbox } from "../sandbox-levels.ts";
import type { AttackCase } from "./harness/attack-case.ts";
import { hasIpv6, type Machine } from "./harness/decide-skip.ts";
import { reportCase } from "./harness/report-case.ts";
import { type CaseOutcome, tallyCases } from "./harness/tally.ts";

/** A case that takes longer is named, so that a slow run can be explained. */
const SLOW_SECONDS = 2;
const USAGE = "npm run attack -- --corpus FILE [--class NAME] [--only ID] [--level auto|plain]";

if (import.meta.main) process.exitCode = await main();

interface Request {
  readonly corpus: string;
  readonly class?: string;
  readonly only?: string;
  readonly level: "auto" | "plain";
}

async function main(): Promise<number> {
  const request = readRequest();
  if (typeof request === "string") return refuse(request);
  if (!existsSync(request.corpus)) return refuse(`there is no file ${request.corpus}`);
  const cases = readCorpus(readFileSync(request.corpus, "utf8")).filter(
    (each) =>
      (request.class === undefined || each.class === request.class) &&
      (request.only === undefined || each.id === request.only),
  );
  if (cases.length === 0) return refuse("no case is called so");
  const { level } = request;
  const sandbox = level === "plain" ? hasPlainSandbox : hasSandbox;
  const machine: Machine = { sandbox, level, ipv6: hasIpv6() };
  const outcomes = await runAll(cases, machine);
  printSkips(outcomes);
  console.log(JSON.stringify(tallyCases(outcomes)));
  return 0;
}

/** One after the other: a case measures memory, changes the environment and counts processes. */
async function runAll(
  cases: readonly AttackCase[],
  machine: Machine,
): Promise<readonly CaseOutcome[]> {
  // Loaded here: a usage that is printed needs nothing of the product, which takes seconds to be read.
  const { runCase } = await import("./harness/run-case.ts");
  // The product's own timers keep no process alive, and some cases wait for nothing else.
  const awake = setInterval(() => undefined, 60_000);
  const outcomes: CaseOutcome[] = [];
  for (const subject of cases) {
    const startMs = performance.now();
    const outcome = await runCase(subject, machine);
    outcomes.push(outcome);
    const report = reportCase(outcome);
    if (report !== null) console.log(report);
    const seconds = (performance.now() - startMs) / 1_000;
    if (seconds > SLOW_SECONDS) console.log(`slow ${subject.id}: ${seconds.toFixed(1)} s`);
  }
  clearInterval(awake);
  return outcomes;
}

function readRequest(): Request | string {
  const { values } = readOptions(USAGE, {
    options: {
      corpus: { type: "string" },
      class: { type: "string" },
      only: { type: "string" },
      level: { type: "string", default: "auto" },
    },
  });
  if (values.corpus === undefined) return "say which corpus: --corpus FILE";
  const { level } = values;
  if (level !== "auto" && level !== "plain") return "a level is auto or plain";
  return {
    ...values,
    level,
    corpus: resolve(process.env.INIT_CWD ?? process.cwd(), values.corpus),
  };
}

function readCorpus(text: string): readonly AttackCase[] {
  return text
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => JSON.parse(line) as AttackCase);
}

function printSkips(outcomes: readonly CaseOutcome[]): void {
  const reasons = new Map<string, string[]>();
  for (const outcome of outcomes) {
    if (outcome.kind !== "skipped") continue;
    reasons.set(outcome.reason, [...(reasons.get(outcome.reason) ?? []), outcome.subject.id]);
  }
  for (const [reason, ids] of reasons)
    console.log(`skipped ${ids.length}: ${reason}: ${ids.join(" ")}`);
}

function refuse(message: string): number {
  console.error(`${message}\nusage: ${USAGE}`);
  return 2;
}
