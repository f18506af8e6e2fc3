/** Checks over runs that are written down: each side gives its results in turn, the last one again and again. */
import type { ShellAnalysis } from "@toolplane/contract/ports";
import type { CheckVerdict } from "./check-result.ts";
import type { RequiredChecksOptions } from "./create-required-checks.ts";
import {
  type CheckedSet,
  createRequiredChecks,
  type RequiredChecks,
} from "./create-required-checks.ts";
import type { CheckEffects, CheckRequest, CheckRun, CheckSide } from "./run-check.ts";

export type Outcomes = Readonly<Record<string, "ok" | "bad" | "skip">>;

export interface Script {
  readonly base?: readonly CheckRun[];
  readonly view?: readonly CheckRun[];
  /** The view with the base's versions of what the set touches. */
  readonly restored?: readonly CheckRun[];
  readonly texts?: Readonly<Partial<Record<CheckSide, Readonly<Record<string, string>>>>>;
}

export interface Scripted {
  readonly asked: readonly CheckRequest[];
  readonly required: RequiredChecks;
  readonly landed: RequiredChecks["landed"];
  judge(
    paths: readonly string[],
    kind?: CheckedSet["changes"][number]["kind"],
    base?: string,
  ): Promise<CheckVerdict>;
}

/** A run of vitest's, as its report has it. */
export function reported(outcomes: Outcomes, more: Partial<CheckRun> = {}): CheckRun {
  const cases = Object.entries(outcomes).map(([name, outcome]) => {
    const inside = { ok: "", bad: '<failure message="it broke"/>', skip: "<skipped/>" }[outcome];
    return `<testcase classname="a.test.js" name="${name}">${inside}</testcase>`;
  });
  const isRed = Object.values(outcomes).includes("bad");
  return {
    exitCode: isRed ? 1 : 0,
    output: "",
    report: `<testsuites><testsuite name="a.test.js" tests="${cases.length}">${cases.join("")}</testsuite></testsuites>`,
    ...more,
  };
}

export const ended = (exitCode: number | null, more: Partial<CheckRun> = {}): CheckRun => ({
  exitCode,
  output: "the last words",
  ...more,
});

const DEFAULTS: RequiredChecksOptions["checks"] = [{ name: "tests", run: "vitest run" }];

export function scriptedChecks(
  script: Script,
  checks: RequiredChecksOptions["checks"] = DEFAULTS,
  effects: Partial<CheckEffects> = {},
): Scripted {
  const asked: CheckRequest[] = [];
  const kept = new Map<string, string>();
  let ids = 0;
  const runOf = (request: CheckRequest): CheckRun => {
    const key = request.restore ? "restored" : request.side;
    const before = asked.filter(
      (one) => one.side === request.side && (one.restore !== undefined) === (key === "restored"),
    ).length;
    asked.push(request);
    const runs = script[key] ?? [];
    const run = runs[Math.min(before, runs.length - 1)];
    if (run === undefined) throw new Error(`no run of ${key} was expected`);
    return run;
  };
  const all: CheckEffects = {
    runCheck: async (request) => runOf(request),
    readText: async (side, path) => script.texts?.[side]?.[path] ?? null,
    listNames: async (folder) => {
      const head = folder === "" ? "" : `${folder}/`;
      const paths = Object.keys(script.texts?.base ?? {}).filter((path) => path.startsWith(head));
      return [...new Set(paths.map((path) => path.slice(head.length).split("/")[0] ?? ""))];
    },
    readLine: (text) => ({ ok: true, value: lineOf(text) }),
    kept: {
      get: async (key) => kept.get(key) ?? null,
      set: async (key, text) => void kept.set(key, text),
    },
    workspace: "/workspace",
    reportFolder: "/reports",
    newId: () => {
      ids += 1;
      return String(ids);
    },
    nowMs: () => 0,
    after: () => new AbortController().signal,
    ...effects,
  };
  const required = createRequiredChecks({ checks, ...all });
  return {
    asked,
    required,
    landed: required.landed,
    judge: (paths, kind = "changed", base = "the base") =>
      required.judge(
        { changes: paths.map((path) => ({ path, kind })), base },
        new AbortController().signal,
      ),
  };
}

/** Enough of a line's reading for words and `&&`. */
function lineOf(text: string): ShellAnalysis {
  const units = text
    .split("&&")
    .map((part) => ({ argv: part.trim().split(/\s+/), cwd: "/workspace", text: part.trim() }));
  return { units, resources: [], opaque: [] };
}
