/**
 * The official suite against `toolplane serve`, for both revisions of the protocol that it speaks. What does not apply is a list with
 * reasons; whatever else fails is a fault, and so is an entry of that list that has nothing to excuse any more.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { ConformanceCounts } from "./conformance-counts.ts";
import { CHECKS, HOLLOW, SCENARIOS } from "./not-applicable.ts";
import { openTokenProxy } from "./open-token-proxy.ts";

const DEADLINE_MS = 600_000;

interface Check {
  readonly id: string;
  readonly status: string;
  readonly errorMessage?: string;
}

interface Scenario {
  readonly name: string;
  readonly checks: readonly Check[];
}

interface Tally {
  readonly failed: string[];
  readonly excused: Set<string>;
  scenarios: number;
  passed: number;
}

export async function checkServer(
  bin: string,
  revisions: readonly string[],
): Promise<ConformanceCounts> {
  const folder = mkdtempSync(join(tmpdir(), "toolplane-conformance-"));
  const tally: Tally = { failed: [], excused: new Set(), scenarios: 0, passed: 0 };
  const server = startServer(folder);
  try {
    const { url, tokenFile } = await firstLine(server);
    const proxy = await openTokenProxy(new URL(url), readFileSync(tokenFile, "utf8").trim());
    const run = { suite: join(bin, "conformance"), folder, url: proxy.url };
    for (const revision of revisions)
      for (const scenario of await runSuite(run, revision)) judge(revision, scenario, tally);
    proxy.close();
  } finally {
    server.kill("SIGTERM");
    rmSync(folder, { recursive: true, force: true });
  }
  const { failed, excused, scenarios, passed } = tally;
  // An entry may hold for one revision alone.
  if (revisions.length > 1)
    for (const name of Object.keys({ ...SCENARIOS, ...CHECKS }))
      if (!excused.has(name))
        failed.push(`${name} is listed as not applicable, and it did not fail`);
  return { scenarios, passed, failed };
}

function startServer(folder: string): ChildProcess {
  const workspace = join(folder, "work");
  mkdirSync(workspace);
  const program = join(import.meta.dirname, "../../packages/toolplane/bin/toolplane.cjs");
  const words = [program, "serve", "--port", "0", "--json", "--workspace", workspace];
  return spawn(process.execPath, words, {
    env: {
      ...process.env,
      TOOLPLANE_DATA: join(folder, "data"),
      TOOLPLANE_CONFIG: join(folder, "config"),
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
}

async function firstLine({ stdout }: ChildProcess): Promise<{ url: string; tokenFile: string }> {
  if (stdout) for await (const line of createInterface({ input: stdout })) return JSON.parse(line);
  throw new TypeError("toolplane serve ended before it said where it is");
}

/** In a process beside this one, which goes on to pass requests through. */
async function runSuite(
  run: { readonly suite: string; readonly folder: string; readonly url: string },
  revision: string,
): Promise<readonly Scenario[]> {
  const { suite, folder, url } = run;
  const output = join(folder, revision);
  const words = [suite, "server", "--url", url, "--requirements", revision, "-o", output];
  const child = spawn(process.execPath, words, {
    ...{ cwd: folder, stdio: "ignore", timeout: DEADLINE_MS },
  });
  await new Promise((resolve) => child.on("close", resolve));
  return readdirSync(output).map((name) => ({
    name: name.replace(/^server-/, "").replace(/-\d{4}-\d{2}-\d{2}T[\d-]+Z$/, ""),
    checks: JSON.parse(readFileSync(join(output, name, "checks.json"), "utf8")) as Check[],
  }));
}

function judge(revision: string, { name, checks }: Scenario, tally: Tally): void {
  const wrong = checks.filter(({ status }) => status === "FAILURE");
  const right = checks.filter(({ status }) => status === "SUCCESS").length;
  const reason = SCENARIOS[name];
  if (reason !== undefined) {
    if (wrong.length > 0) tally.excused.add(name);
    console.log(`-    ${revision} ${name}: ${reason}`);
    return;
  }
  tally.scenarios += 1;
  if (!HOLLOW.has(name)) tally.passed += right;
  for (const { id, errorMessage = "" } of wrong) {
    const why = CHECKS[id];
    if (why === undefined)
      tally.failed.push(`${revision} ${name} ${id}: ${errorMessage.slice(0, 300)}`);
    else {
      tally.excused.add(id);
      console.log(`-    ${revision} ${name} ${id}: ${why}`);
    }
  }
  const isWell = wrong.every(({ id }) => CHECKS[id] !== undefined);
  if (isWell) console.log(`ok   ${revision} ${name}: ${right} checks`);
}
