// An agent of the AI SDK with toolplane's tools. Any model of the SDK does.
import { generateText, isStepCount } from "ai";
import { createToolplane } from "toolplane";

const tp = await createToolplane({
  policy: [
    { permission: "fs.read", pattern: "**/.env", action: "deny" },
    { permission: "fs.write", pattern: "{workspace}/src/**", action: "allow" },
  ],
});
tp.on((event) => {
  if (event.type === "call-settle") console.log(event.tool, event.code ?? "ran");
});

const { text, steps } = await generateText({
  model: "anthropic/claude-sonnet-5-5",
  tools: tp.toAiSdk(),
  stopWhen: isStepCount(10),
  prompt: "Raise the price by one.",
});
console.log(`${steps.length} steps: ${text}`);

await tp.close();
