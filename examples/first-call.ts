// Three calls and one rule. The rule holds for `read` and for `cat` in a shell line alike.
import { createToolplane } from "toolplane";
import { makeScratchProject } from "./stub/scratch-project.ts";

const project = await makeScratchProject();
const tp = await createToolplane({
  workspace: project.workspace,
  policy: [{ permission: "fs.read", pattern: "**/.env", action: "deny" }],
});

const calls = [
  { id: "1", name: "read", arguments: { path: "src/price.js" } },
  { id: "2", name: "read", arguments: { path: ".env" } },
  { id: "3", name: "bash", arguments: { command: "cat src/price.js .env" } },
];
for (const call of calls) {
  const result = await tp.call(call);
  console.log(call.name, result.type === "output" ? result.data : result.code);
}

await tp.close();
await project.remove();
