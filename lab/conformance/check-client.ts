/** The official suite against our client: what a revision requires of one, and what the suite runs beside it without counting it. */
import { spawn } from "node:child_process";
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { openSpeaker } from "./client/open-speaker.ts";
import { readRequired } from "./client/read-required.ts";
import type { ConformanceCounts } from "./conformance-counts.ts";

const DEADLINE_MS = 500_000;
const here = import.meta.dirname;

interface Check {
  readonly id: string;
  readonly status: string;
  readonly errorMessage?: string;
  readonly details?: unknown;
}

export async function checkClient(
  bin: string,
  revisions: readonly string[],
): Promise<ConformanceCounts> {
  const folder = mkdtempSync(join(tmpdir(), "toolplane-conformance-client-"));
  const speaker = await openSpeaker();
  const failed: string[] = [];
  const counts = { scenarios: 0, passed: 0 };
  try {
    for (const revision of revisions) {
      const output = join(folder, revision);
      await runSuite({ suite: join(bin, "conformance"), speaker: speaker.url, revision, output });
      const required = new Set(readRequired(bin, revision));
      for (const { name, checks } of readResults(output)) {
        if (!required.has(name)) {
          const wrong = checks.filter(({ status }) => status === "FAILURE").length;
          console.log(`-    ${revision} ${name}: not required; ${wrong} of its checks fail`);
          continue;
        }
        required.delete(name);
        counts.scenarios += 1;
        counts.passed += checks.filter(({ status }) => status === "SUCCESS").length;
        const wrong = checks.filter(({ status }) => status === "FAILURE");
        for (const check of wrong) failed.push(`${revision} ${name} ${describe(check)}`);
        if (wrong.length === 0) console.log(`ok   ${revision} ${name}: ${checks.length} checks`);
      }
      for (const name of required) failed.push(`${revision} ${name} gave no result`);
    }
  } finally {
    speaker.close();
    rmSync(folder, { recursive: true, force: true });
  }
  return { ...counts, failed };
}

async function runSuite(run: {
  readonly suite: string;
  readonly speaker: string;
  readonly revision: string;
  readonly output: string;
}): Promise<void> {
  const program = join(here, "client", "forward.ts");
  const node = `${process.execPath} --disable-warning=ExperimentalWarning`;
  const command = `${node} ${program} ${run.speaker}`;
  const words = ["client", "--command", command, "--requirements", run.revision, "-o", run.output];
  const child = spawn(process.execPath, [run.suite, ...words, "--timeout", "120000"], {
    cwd: tmpdir(),
    stdio: "ignore",
    timeout: DEADLINE_MS,
  });
  await new Promise((resolve) => child.on("close", resolve));
}

function readResults(output: string) {
  if (!existsSync(output)) return [];
  return globSync(join(output, "**/checks.json"))
    .sort()
    .map((file) => ({
      name: relative(output, dirname(file)).replace(/-\d{4}-\d{2}-\d{2}T[\d-]+Z$/, ""),
      checks: JSON.parse(readFileSync(file, "utf8")) as Check[],
    }));
}

function describe({ id, errorMessage, details }: Check): string {
  return `${id}: ${(errorMessage ?? JSON.stringify(details ?? "")).slice(0, 300)}`;
}
