/**
 * A process that is killed: `cut-off-program.fixture.ts WORKSPACE DATA`. It writes two files, then calls a tool that never comes back and
 * says so on standard output from within.
 */
import { writeSync } from "node:fs";
import { defineTool } from "@toolplane/contract";
import { createToolplane, openState } from "@toolplane/library/inside";

const stuck = defineTool({
  id: "stuck",
  description: "Never comes back.",
  parameters: { type: "object", properties: { command: { type: "string" } } },
  requires: { fs: { write: ["{workspace}/**"] } },
  resources: { command: "fs.write" },
  execute: () => {
    writeSync(1, "running\n");
    setInterval(() => {}, 60_000);
    return new Promise(() => {});
  },
});

if (import.meta.main) {
  const [workspace = "", userData = ""] = process.argv.slice(2);
  const { store, key } = await openState({ userData, recordPlace: null });
  const toolplane = await createToolplane({
    workspace,
    userData,
    sandbox: "none",
    preset: "bundled",
    tools: [stuck],
    record: { store, key },
    onWarning: () => {},
  });
  const rules = [{ permission: "*", pattern: "**", action: "allow" }] as const;
  const session = toolplane.session({ id: "ses_cut_off", rules });
  await session.call({ id: "call_1", name: "write", arguments: { path: "a.txt", content: "1\n" } });
  await session.call({
    id: "call_2",
    name: "edit",
    arguments: { path: "src/total.ts", old_string: "1", new_string: "2" },
  });
  await session.call({ id: "call_3", name: "stuck", arguments: { command: "forever" } });
}
