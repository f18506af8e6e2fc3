/**
 * `npm run conformance`: the official MCP suite, from npm at the version of conformance/package-lock.json, against `toolplane serve`,
 * for both revisions of the protocol that it speaks. What does not apply is a list with reasons; whatever else fails is a fault,
 * and so is an entry of that list that has nothing to excuse any more. Needs the registry, so it is no part of `npm test`.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { installClients } from "./clients/install-clients.ts";
import { CHECKS, HOLLOW, SCENARIOS } from "./conformance/not-applicable.ts";
import { openTokenProxy } from "./conformance/open-token-proxy.ts";

const REVISIONS = ["2025-11-25", "2026-07-28"];
const DEADLINE_MS = 600_000;
const here = join(import.meta.dirname, "conformance");
const suite = join(
  installClients(here, join(homedir(), ".cache", "toolplane-conformance")),
  "conformance",
);
const folder = mkdtempSync(join(tmpdir(), "toolplane-conformance-"));
const workspace = join(folder, "work");
mkdirSync(workspace);
const environment = {
  ...process.env,
  TOOLPLANE_DATA: join(folder, "data"),
  TOOLPLANE_CONFIG: join(folder, "config"),
};

interface Check {
  readonly id: string;
  readonly status: string;
  readonly errorMessage?: string;
}

interface Scenario {
  readonly name: string;
  readonly checks: readonly Check[];
}

const failed: string[] = [];
const counts = { passed: 0, notApplicable: 0, hollow: 0 };
const excused = new Set<string>();
const server = startServer();
try {
  const { url, tokenFile } = await firstLine(server);
  const proxy = await openTokenProxy(new URL(url), readFileSync(tokenFile, "utf8").trim());
  for (const revision of REVISIONS)
    for (const scenario of await runSuite(proxy.url, revision)) judge(revision, scenario);
  proxy.close();
} finally {
  server.kill("SIGTERM");
  rmSync(folder, { recursive: true, force: true });
}
for (const name of Object.keys({ ...SCENARIOS, ...CHECKS }))
  if (!excused.has(name)) failed.push(`${name} is listed as not applicable, and it did not fail`);
for (const text of failed) console.log(`FAIL ${text}`);
console.log(JSON.stringify({ revisions: REVISIONS, ...counts, failed }));
process.exitCode = failed.length === 0 ? 0 : 1;

function startServer(): ChildProcess {
  const program = join(import.meta.dirname, "../packages/toolplane/bin/toolplane.cjs");
  const words = [program, "serve", "--port", "0", "--json", "--workspace", workspace];
  return spawn(process.execPath, words, {
    env: environment,
    stdio: ["ignore", "pipe", "inherit"],
  });
}

async function firstLine({ stdout }: ChildProcess): Promise<{ url: string; tokenFile: string }> {
  if (stdout) for await (const line of createInterface({ input: stdout })) return JSON.parse(line);
  throw new TypeError("toolplane serve ended before it said where it is");
}

/** In a process beside this one, which goes on to pass requests through. */
async function runSuite(url: string, revision: string): Promise<readonly Scenario[]> {
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

function judge(revision: string, { name, checks }: Scenario): void {
  const wrong = checks.filter(({ status }) => status === "FAILURE");
  const right = checks.filter(({ status }) => status === "SUCCESS").length;
  if (HOLLOW.has(name)) counts.hollow += right;
  const reason = SCENARIOS[name];
  if (reason !== undefined) {
    counts.notApplicable += 1;
    if (wrong.length > 0) excused.add(name);
    console.log(`-    ${revision} ${name}: ${reason}`);
    return;
  }
  if (!HOLLOW.has(name)) counts.passed += right;
  for (const { id, errorMessage = "" } of wrong) {
    const why = CHECKS[id];
    if (why === undefined) failed.push(`${revision} ${name} ${id}: ${errorMessage.slice(0, 300)}`);
    else {
      counts.notApplicable += 1;
      excused.add(id);
      console.log(`-    ${revision} ${name} ${id}: ${why}`);
    }
  }
  const isWell = wrong.every(({ id }) => CHECKS[id] !== undefined);
  if (isWell) console.log(`ok   ${revision} ${name}: ${right} checks`);
}
