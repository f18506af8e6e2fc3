// An agent of the Claude Agent SDK whose only tools are toolplane's: `tools: []` switches its own off. The server runs in this process.
import { query } from "@anthropic-ai/claude-agent-sdk";
import { createToolplane } from "toolplane";

const tp = await createToolplane({
  workspace: process.cwd(),
  policy: [{ permission: "fs.read", pattern: "**/.env", action: "deny" }],
});
const server = await tp.toMcp();

for await (const message of query({
  prompt: "What is this project, and what is in its .env?",
  options: {
    tools: [],
    allowedTools: ["mcp__toolplane__*"],
    mcpServers: {
      toolplane: { type: "sdk", name: "toolplane", instance: server.connection() as never },
    },
    settingSources: [],
  },
}))
  if (message.type === "result" && message.subtype === "success") console.log(message.result);
await tp.close();
