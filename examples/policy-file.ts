// Rules in a file, with comments. A refusal names the file and the line.
import { createToolplane, winnerOf } from "toolplane";
import { makeScratchProject } from "./stub/scratch-project.ts";

const project = await makeScratchProject();
const tp = await createToolplane({
  workspace: project.workspace,
  policy: "examples/policy.jsonc",
});

const calls = [
  { id: "1", name: "write", arguments: { path: "src/tax.js", content: "export const tax = 0;\n" } },
  { id: "2", name: "bash", arguments: { command: "grep TOKEN .env" } },
  { id: "3", name: "bash", arguments: { command: "npm publish --tag next" } },
];
for (const call of calls) {
  const { verdict } = await tp.explain(call);
  console.log(`${verdict?.action} ${call.name}: ${verdict && winnerOf(verdict).reason}`);
}

await tp.close();
await project.remove();
