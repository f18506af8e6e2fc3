// An agent of the AI SDK with toolplane's tools. The model is a script here; put your own in its place.
import { generateText, isStepCount } from "ai";
import { createToolplane } from "toolplane";
import { makeScratchProject } from "./stub/scratch-project.ts";
import { scriptedLanguageModel } from "./stub/scripted-language-model.ts";

const project = await makeScratchProject();
const tp = await createToolplane({
  workspace: project.workspace,
  policy: [
    { permission: "fs.read", pattern: "**/.env", action: "deny" },
    { permission: "fs.write", pattern: "{workspace}/src/**", action: "allow" },
  ],
});
tp.on((event) => {
  if (event.type === "call-settle") console.log(event.tool, event.code ?? "ran");
});

const model = scriptedLanguageModel([
  [{ id: "a", name: "read", arguments: { path: ".env" } }],
  [
    {
      id: "b",
      name: "edit",
      arguments: { path: "src/price.js", old_string: "41", new_string: "42" },
    },
  ],
  "The price is 42 now. I was not allowed to read .env.",
]);

const { text, steps } = await generateText({
  model,
  tools: tp.toAiSdk(),
  stopWhen: isStepCount(10),
  prompt: "Raise the price by one.",
});
console.log(`${steps.length} steps: ${text}`);

await tp.close();
await project.remove();
