/**
 * `npm run conformance -- server|gateway|client [--revision R]`: the official MCP suite, from npm at the version of
 * conformance/package-lock.json, for both revisions of the protocol unless one is named. Needs the registry, so it is no part of
 * `npm test`. Exits 1 when a check of a required scenario fails.
 */
import { homedir } from "node:os";
import { join } from "node:path";
import { readOptions, refuseWords } from "../scripts/read-options.ts";
import { installLocked } from "./clients/install-locked.ts";
import type { ConformanceCounts } from "./conformance/conformance-counts.ts";

const REVISIONS = ["2025-11-25", "2026-07-28"];

type Target = (bin: string, revisions: readonly string[]) => Promise<ConformanceCounts>;

const TARGETS: Readonly<Record<string, () => Promise<Target>>> = {
  server: async () => (await import("./conformance/check-server.ts")).checkServer("server"),
  gateway: async () => (await import("./conformance/check-server.ts")).checkServer("gateway"),
  client: async () => (await import("./conformance/check-client.ts")).checkClient,
};

const USAGE = `npm run conformance -- ${Object.keys(TARGETS).join("|")} [--revision ${REVISIONS.join("|")}]`;
const { values, positionals } = readOptions(USAGE, {
  allowPositionals: true,
  options: { revision: { type: "string" } },
});
const [target = "server"] = positionals;
const load = TARGETS[target];
const revisions = REVISIONS.filter((known) => known === (values.revision ?? known));
if (!load || revisions.length === 0) refuseWords(`usage: ${USAGE}`);
const check = await load();
const into = join(homedir(), ".cache", "toolplane-conformance");
const bin = installLocked({ locks: join(import.meta.dirname, "conformance"), into });
const { scenarios, passed, failed } = await check(bin, revisions);
for (const text of failed) console.log(`FAIL ${text}`);
const revision = revisions.join(",");
console.log(JSON.stringify({ target, revision, scenarios, passed, failed }));
process.exit(failed.length === 0 ? 0 : 1);
