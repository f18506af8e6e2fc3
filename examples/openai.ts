// OpenAI's own client, Chat Completions. The provider is a script on loopback; leave `baseURL` out to reach the real one.
import OpenAI from "openai";
import { createToolplane } from "toolplane";
import { makeScratchProject } from "./stub/scratch-project.ts";
import { startScriptedProvider } from "./stub/scripted-provider.ts";

const project = await makeScratchProject();
const provider = await startScriptedProvider([
  [
    { id: "a", name: "grep", arguments: { pattern: "price", path: "src" } },
    { id: "b", name: "bash", arguments: { command: "cat .env" } },
  ],
  "The price is in src/price.js.",
]);
const tp = await createToolplane({
  workspace: project.workspace,
  policy: [{ permission: "fs.read", pattern: "**/.env", action: "deny" }],
});

const client = new OpenAI({ apiKey: "none", baseURL: `${provider.url}/v1` });
const openai = tp.toOpenAI();
const messages: OpenAI.ChatCompletionMessageParam[] = [
  { role: "user", content: "Where is the price?" },
];
for (;;) {
  const { choices } = await client.chat.completions.create({
    model: "gpt-6-sol",
    messages,
    tools: openai.tools,
  });
  const message = choices[0]?.message;
  if (!message) break;
  messages.push(message);
  const answers = await openai.answer(message);
  if (answers.length === 0) break;
  messages.push(...answers);
}

for (const { role, content } of messages) if (content) console.log(`${role}: ${content}`);
await tp.close();
await provider.close();
await project.remove();
