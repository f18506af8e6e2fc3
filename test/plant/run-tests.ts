/** Runs tests in a copy, in a process of their own, and says what became of them. */
import { spawn } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { CONFIG } from "./open-copy.ts";

export type TestRun =
  | {
      readonly outcome: "passed";
      readonly tests: number;
      /** Milliseconds by test file, as a path that begins at the root. */
      readonly took: Readonly<Record<string, number>>;
    }
  | { readonly outcome: "failed"; readonly by: string }
  /** Nothing was tested: the code does not load, or no test was found. */
  | { readonly outcome: "broken"; readonly why: string };

/** Which tests, and whether the first failure is enough: it is where a mistake was planted. */
export interface TestRequest {
  readonly root: string;
  readonly paths: readonly string[];
  readonly bail: boolean;
  readonly signal?: AbortSignal | undefined;
}

/** A mistake may make a test hang; that is noticed too, and sooner than in a run without one. */
const TEST_LIMIT_MS = 30_000;
const LIMIT_MS = 300_000;
/** Without a mistake: a bound against hanging on a busy machine. */
const PATIENT_LIMIT_MS = 1_200_000;

/** Runs them. Never rejects. */
export async function runTests({ root, paths, bail, signal }: TestRequest): Promise<TestRun> {
  const report = join(root, "planted-report.json");
  rmSync(report, { force: true });
  const args = [
    join(root, "node_modules", "vitest", "vitest.mjs"),
    "run",
    ...paths,
    "--reporter=json",
    `--outputFile.json=${report}`,
    `--config=${join(root, CONFIG)}`,
    "--maxWorkers=1",
    ...(bail ? [`--testTimeout=${TEST_LIMIT_MS}`, "--bail=1"] : []),
  ];
  const limitMs = bail ? LIMIT_MS : PATIENT_LIMIT_MS;
  const { code, output } = await start(root, args, { signal, limitMs });
  if (code === null) return { outcome: "failed", by: "the run did not end" };
  return readReport(root, report, code) ?? { outcome: "broken", why: output.trim().slice(-2_000) };
}

interface Report {
  readonly numPassedTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message?: string;
    readonly startTime: number;
    readonly endTime: number;
    readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[];
  }[];
}

function readReport(root: string, path: string, code: number): TestRun | null {
  let report: Report;
  try {
    report = JSON.parse(readFileSync(path, "utf8")) as Report;
  } catch {
    return null;
  }
  const files = report.testResults;
  const failed = files
    .flatMap((file) => file.assertionResults)
    .find(({ status }) => status === "failed");
  if (failed) return { outcome: "failed", by: failed.fullName };
  const fallen = files.find(({ status }) => status === "failed");
  if (fallen?.assertionResults.length === 0)
    return { outcome: "broken", why: `${fallen.name}: ${fallen.message ?? ""}` };
  // Its tests are skipped then, and none of them failed.
  if (fallen)
    return { outcome: "failed", by: `what ${fallen.name.slice(root.length + 1)} prepares` };
  if (report.numPassedTests === 0) return { outcome: "broken", why: "no test was found" };
  if (code !== 0) return { outcome: "failed", by: "an error that no test caught" };
  const took = files.map((file) => [file.name.slice(root.length), file.endTime - file.startTime]);
  return { outcome: "passed", tests: report.numPassedTests, took: Object.fromEntries(took) };
}

function start(
  root: string,
  args: readonly string[],
  { signal, limitMs }: { readonly signal: AbortSignal | undefined; readonly limitMs: number },
): Promise<{ readonly code: number | null; readonly output: string }> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, {
      cwd: root,
      stdio: ["ignore", "pipe", "pipe"],
      detached: true,
    });
    // What a test started lies in the child's group, and must not outlive it.
    const end = (): void => {
      if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
    };
    const chunks: Buffer[] = [];
    child.stdout.on("data", (chunk: Buffer) => chunks.push(chunk));
    child.stderr.on("data", (chunk: Buffer) => chunks.push(chunk));
    const limit = setTimeout(end, limitMs);
    if (signal?.aborted) end();
    else signal?.addEventListener("abort", end, { once: true });
    child.on("error", (error) => chunks.push(Buffer.from(String(error))));
    child.on("close", (code) => {
      clearTimeout(limit);
      signal?.removeEventListener("abort", end);
      resolve({ code, output: Buffer.concat(chunks).toString("utf8") });
    });
  });
}
