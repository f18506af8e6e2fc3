// Three calls and one rule. The rule holds for `read` and for `cat` in a shell line alike.
import { mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { createToolplane } from "toolplane";

const workspace = await realpath(await mkdtemp("/tmp/toolplane-example-"));
await writeFile(`${workspace}/price.js`, "export const price = 41;\n");
await writeFile(`${workspace}/.env`, "TOKEN=4f1c\n");

const tp = await createToolplane({
  workspace,
  policy: [{ permission: "fs.read", pattern: "**/.env", action: "deny" }],
});

const calls = [
  { id: "1", name: "read", arguments: { path: "price.js" } },
  { id: "2", name: "read", arguments: { path: ".env" } },
  { id: "3", name: "bash", arguments: { command: "cat price.js .env" } },
];
for (const call of calls) {
  const result = await tp.call(call);
  console.log(call.name, result.type === "output" ? result.data : result.code);
}
await tp.close();
await rm(workspace, { recursive: true });
