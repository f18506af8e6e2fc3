import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createToolplane } from "toolplane";

const workspace = await mkdtemp(join(tmpdir(), "first-call-"));
await writeFile(join(workspace, "notes.txt"), "one\ntwo\n");
await writeFile(join(workspace, ".env"), "TOKEN=1\n");

const toolplane = await createToolplane({
  workspace,
  userData: join(workspace, ".data"),
  preset: "locked",
  policy: [
    { scope: "project", rules: [{ permission: "fs.read", pattern: "**/.env", action: "deny" }] },
  ],
  onWarning: () => {},
});

const session = toolplane.session();
const calls = [
  { id: "1", name: "read", arguments: { path: "notes.txt" } },
  { id: "2", name: "read", arguments: { path: ".env" } },
  { id: "3", name: "bash", arguments: { command: "cat notes.txt .env" } },
];
for (const call of calls) {
  const result = await session.call(call);
  console.log(call.name, result.type === "output" ? result.data : result.code);
}
await toolplane.close();
await rm(workspace, { recursive: true });
