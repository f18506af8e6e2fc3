// Anthropic's own client, Messages. The provider is a script on loopback; leave `baseURL` out to reach the real one.
import Anthropic from "@anthropic-ai/sdk";
import { createToolplane } from "toolplane";
import { makeScratchProject } from "./stub/scratch-project.ts";
import { startScriptedProvider } from "./stub/scripted-provider.ts";

const project = await makeScratchProject();
const provider = await startScriptedProvider([
  [
    { id: "a", name: "read", arguments: { path: "README.md" } },
    { id: "b", name: "read", arguments: { path: ".env" } },
  ],
  "It sells things.",
]);
const tp = await createToolplane({
  workspace: project.workspace,
  policy: [{ permission: "fs.read", pattern: "**/.env", action: "deny" }],
});

const client = new Anthropic({ apiKey: "none", baseURL: provider.url });
const anthropic = tp.toAnthropic();
const messages: Anthropic.MessageParam[] = [{ role: "user", content: "What is this project?" }];
for (;;) {
  const message = await client.messages.create({
    model: "claude-sonnet-5-5",
    max_tokens: 1024,
    messages,
    tools: anthropic.tools,
  });
  messages.push({ role: message.role, content: message.content });
  const answer = await anthropic.answer(message);
  if (answer === null) break;
  messages.push(answer);
}

console.log(JSON.stringify(messages.slice(2), null, 2));
await tp.close();
await provider.close();
await project.remove();
