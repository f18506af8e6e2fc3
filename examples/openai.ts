// OpenAI's own client, Chat Completions. The key is in OPENAI_API_KEY.
import OpenAI from "openai";
import { createToolplane } from "toolplane";

const tp = await createToolplane({
  policy: [{ permission: "fs.read", pattern: "**/.env", action: "deny" }],
});

const client = new OpenAI();
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
