/**
 * A process that leaves a sidecar and waits to be killed: `cut-off.fixture.ts FOLDER`. The path of the sidecar is printed when
 * the call is settled.
 */
import { writeSync } from "node:fs";
import { join } from "node:path";
import { defineTool } from "@toolplane/contract";
import { openSqliteStore } from "@toolplane/host";
import { createToolplane } from "toolplane";

const big = defineTool({
  id: "big",
  description: "Says a lot.",
  parameters: { type: "object" },
  requires: {},
  limits: { maxOutput: 100 },
  execute: () => "0123456789".repeat(1_000),
});

if (import.meta.main) {
  const [folder = ""] = process.argv.slice(2);
  const store = await openSqliteStore({ path: join(folder, "data", "record.sqlite") });
  const toolplane = await createToolplane({
    workspace: join(folder, "ws"),
    userData: join(folder, "data"),
    sandbox: "none",
    scratchParent: join(folder, "tmp"),
    tools: [big],
    onWarning: () => {},
    record: { store, key: new Uint8Array(32).fill(7) },
  });
  const rules = [{ permission: "*", pattern: "**", action: "allow" }] as const;
  // Of its own: a call of a recorded session does not run a second time.
  const session = toolplane.session({ id: `ses_${process.pid}`, rules });
  const result = await session.call({ id: "call_1", name: "big", arguments: {} });
  writeSync(1, `${result.metadata.output_path}\n`);
  setInterval(() => {}, 60_000);
}
