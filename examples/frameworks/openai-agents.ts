// An agent of @openai/agents with toolplane's tools. It works in the folder in which you start it.
import { Agent, run, tool } from "@openai/agents";
import { createToolplane } from "toolplane";

const tp = await createToolplane({
  workspace: process.cwd(),
  policy: [{ permission: "fs.read", pattern: "**/.env", action: "deny" }],
});
const openai = tp.toOpenAIResponses();
const tools = openai.tools.map(({ name, description, parameters }) =>
  tool({
    name,
    description,
    strict: false,
    parameters: parameters as never,
    async execute(input, _context, details) {
      const { callId = "", arguments: args = JSON.stringify(input) } = details?.toolCall ?? {};
      const call = { type: "function_call", call_id: callId, name, arguments: args };
      const [answer] = await openai.answer([call]);
      return answer && "output" in answer ? answer.output : "";
    },
  }),
);

const agent = new Agent({ name: "Worker", model: "gpt-6-sol", tools });
const { finalOutput } = await run(agent, "What is this project, and what is in its .env?");
console.log(finalOutput);
await tp.close();
