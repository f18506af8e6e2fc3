/**
 * The suite against our MCP server: a toolplane with the suite's own tools, resources and prompts, over HTTP. Whatever fails that
 * a revision requires is a fault; the failures of other scenarios are only reported.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ConformanceCounts } from "./conformance-counts.ts";
import { runServer, type Served } from "./run-server.ts";
import { notRequired } from "./suite.ts";

/** Runs the revisions one after the other, each on a server of its own. */
export function checkServer(
  served: Served,
): (bin: string, revisions: readonly string[]) => Promise<ConformanceCounts> {
  return (bin: string, revisions: readonly string[]) => checkServed(served, bin, revisions);
}

async function checkServed(
  served: Served,
  bin: string,
  revisions: readonly string[],
): Promise<ConformanceCounts> {
  const failed: string[] = [];
  let scenarios = 0;
  let passed = 0;
  for (const revision of revisions) {
    const folder = mkdtempSync(join(tmpdir(), "toolplane-conformance-"));
    try {
      const found = await runServer({ bin, revision, folder, served });
      if (found.length === 0) failed.push(`${revision}: the suite ran nothing`);
      const optional = notRequired(bin, revision);
      for (const { name, checks } of found) {
        const wrong = checks.filter(({ status }) => status === "FAILURE");
        if (optional.has(name)) {
          if (wrong.length > 0) console.log(`-    ${revision} ${name}: fails, and is not required`);
          continue;
        }
        scenarios += 1;
        passed += checks.filter(({ status }) => status === "SUCCESS").length;
        for (const { id, errorMessage = "" } of wrong)
          failed.push(`${revision} ${name} ${id}: ${errorMessage.slice(0, 300)}`);
      }
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
  return { scenarios, passed, failed };
}
