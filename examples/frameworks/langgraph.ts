// An agent of LangGraph with toolplane's tools, which it gets as from any MCP server. Rules: .toolplane/policy.jsonc, where you start it.
import { createReactAgent } from "@langchain/langgraph/prebuilt";
import { MultiServerMCPClient } from "@langchain/mcp-adapters";
import { ChatOpenAI } from "@langchain/openai";

const toolplane = new MultiServerMCPClient({
  toolplane: { transport: "stdio", command: "toolplane", args: ["mcp"], cwd: process.cwd() },
});
const agent = createReactAgent({
  llm: new ChatOpenAI({ model: "gpt-6-sol" }),
  tools: await toolplane.getTools(),
});

const question = "What is this project, and what is in its .env?";
const { messages } = await agent.invoke({ messages: [{ role: "user", content: question }] });
console.log(messages.at(-1)?.content);
await toolplane.close();
