// Anthropic's own client, Messages. The key is in ANTHROPIC_API_KEY.
import Anthropic from "@anthropic-ai/sdk";
import { createToolplane } from "toolplane";

const tp = await createToolplane({
  policy: [{ permission: "fs.read", pattern: "**/.env", action: "deny" }],
});

const client = new Anthropic();
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
