/**
 * Reads from a run how every test went. A report is believed for what it names as failed, and for what passed only as far as the
 * exit code does not contradict it.
 */
import {
  type ReportedTest,
  type ReportPlan,
  showFailures,
  type TestFailure,
} from "@toolplane/tools/test-runner";
import type { Outcome, StoppedRun, Tally } from "./outcome.ts";
import type { CheckRun } from "./run-check.ts";

const MAX_TAIL_CHARS = 4_000;
const NOTHING: Tally = { passed: 0, failed: 0, skipped: 0 };

export function readOutcome(
  run: CheckRun,
  { plan, workspace }: { readonly plan: ReportPlan | null; readonly workspace: string },
): Outcome | StoppedRun {
  if (run.stopped !== undefined) return { stopped: run.stopped, why: run.why ?? null };
  const { exitCode } = run;
  const output = run.output.slice(-MAX_TAIL_CHARS);
  const nothing = { exitCode, output, failures: [], files: [], tests: new Map<string, Tally>() };
  if (plan === null)
    return { ...nothing, runner: null, end: exitCode === 0 ? "good" : "bad", isUnread: false };
  const { runner } = plan;
  const text = plan.from === "file" ? run.report : run.output;
  const report = text === undefined ? null : plan.read(text);
  if (report?.tests === undefined)
    return { ...nothing, runner, end: exitCode === 0 ? "good" : "bad", isUnread: true };
  const short = shortener([run.folder ?? workspace, workspace]);
  const named = ({ name, message }: TestFailure): TestFailure => ({
    name: short(name),
    message: short(message),
  });
  // A build that fails, or a file that does not load, has no test: its name stands for one.
  const listed = new Set(report.tests.map(({ name }) => name));
  const unlisted = report.failures
    .filter(({ name }) => !listed.has(name))
    .map(({ name }): ReportedTest => ({ name, outcome: "failed" }));
  const tests = tally([...report.tests, ...unlisted], short);
  const hasFailed = report.failed + report.errors + report.failures.length > 0;
  return {
    runner,
    exitCode,
    end: exitCode === 0 ? "good" : hasFailed ? "explained" : "bad",
    tests,
    failures: showFailures(report.failures.map(named)),
    files: (report.files ?? []).map(short),
    isUnread: false,
    output,
  };
}

function tally(
  tests: readonly ReportedTest[],
  short: (name: string) => string,
): ReadonlyMap<string, Tally> {
  const found = new Map<string, Tally>();
  for (const { name, outcome } of tests) {
    const before = found.get(short(name)) ?? NOTHING;
    found.set(short(name), { ...before, [outcome]: before[outcome] + 1 });
  }
  return found;
}

/** Runners name files by absolute paths, and a side may lie elsewhere. */
function shortener(folders: readonly string[]): (text: string) => string {
  const heads = [...new Set(folders)].map((folder) => `${folder.replace(/\/$/, "")}/`);
  return (text) => heads.reduce((short, head) => short.replaceAll(head, ""), text);
}
