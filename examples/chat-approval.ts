// The AI SDK's own approval flow, as a chat shows it: the SDK asks the person, toolplane says about what, and takes the answer.
import { generateText, isStepCount, type ModelMessage } from "ai";
import { createToolplane } from "toolplane";

const asked = new Set<string>();
const tp = await createToolplane({
  policy: [{ permission: "fs.write", pattern: "{workspace}/src/**", action: "ask" }],
  // The SDK runs a call that it asked about only after a yes. Whatever else asks while a call runs is refused.
  broker: {
    ask: async ({ callId, kind }) =>
      kind === "permission" && asked.has(callId) ? { choice: "once" } : { choice: "reject" },
  },
});

// The same tools, each with the SDK's own question in front: would toolplane ask about this call?
const tools = Object.fromEntries(
  Object.entries(tp.toAiSdk()).map(([name, tool]) => {
    const needsApproval = async (input: unknown, { toolCallId: id }: { toolCallId: string }) => {
      const { verdict } = await tp.explain({ id, name, arguments: input as never });
      if (verdict?.action === "ask") asked.add(id);
      return verdict?.action === "ask";
    };
    return [name, { ...tool, needsApproval }];
  }),
);

const messages: ModelMessage[] = [{ role: "user", content: "Raise the price by one." }];
const model = "anthropic/claude-sonnet-5-5";
const options = { model, tools, stopWhen: isStepCount(10) };
const first = await generateText({ ...options, messages });
messages.push(...first.responseMessages);

// In a chat this is the button that `addToolApprovalResponse` of useChat stands behind.
for (const part of first.content) {
  if (part.type !== "tool-approval-request") continue;
  console.log("may I?", part.toolCall.toolName, JSON.stringify(part.toolCall.input));
  const yes = { type: "tool-approval-response", approvalId: part.approvalId, approved: true };
  messages.push({ role: "tool", content: [yes as never] });
}

const { text } = await generateText({ ...options, messages });
console.log(text);
const price = await tp.call({ id: "b", name: "read", arguments: { path: "src/price.js" } });
console.log(price.type === "output" ? price.data : price.error_text);
await tp.close();
