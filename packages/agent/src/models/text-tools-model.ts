/**
 * Gives function calling to a model without it: its prompt lists the tools as text, its calls are read out of its
 * answer, and it gets results as text. Everything after that is as with any other model.
 */
import type { ModelTool } from "@toolplane/kernel/projection";
import type { Message, ToolMessage } from "../loop/message.ts";
import type { Model } from "./model.ts";
import { readTextCalls, wordsBeforeCalls } from "./read-text-calls.ts";

export function textToolsModel(model: Model): Model {
  const instructionsOf = createInstructions();
  return {
    ...model,
    wordsIn: wordsBeforeCalls,
    async answer(request, options) {
      const { system, tools, messages } = request;
      const answer = await model.answer(
        {
          ...request,
          system: [system, instructionsOf(tools)].filter((part) => part !== "").join("\n\n"),
          tools: [],
          messages: messages.map(asText),
        },
        options,
      );
      if (tools.length === 0) return answer;
      const turn = messages.filter(({ role }) => role === "assistant").length;
      const { text, calls, repaired } = readTextCalls(answer.text, turn);
      if (calls.length === 0) return answer;
      return {
        ...answer,
        text,
        calls,
        ...(Object.keys(repaired).length === 0 ? {} : { repaired }),
        finish: answer.finish === "stop" ? "calls" : answer.finish,
      };
    },
  };
}

const HOW = [
  "# Tools",
  'To use a tool, write a line that begins with {"tool": and holds one JSON object: {"tool": "NAME", "params": {…}}. For several, write one after the other, and nothing behind the last: the results come with the next message.',
  "Without such a line your answer is the end of your work.",
].join("\n");

/** The same text for the same list: providers keep what begins alike. */
function createInstructions(): (tools: readonly ModelTool[]) => string {
  let seen: readonly ModelTool[] | null = null;
  let made = "";
  return (tools) => {
    if (seen === tools) return made;
    seen = tools;
    made = tools.length === 0 ? "" : [HOW, ...tools.map(sectionOf)].join("\n\n");
    return made;
  };
}

function sectionOf({ name, description, parameters }: ModelTool): string {
  return `## ${name}\n${description}\nparams: ${JSON.stringify(parameters)}`;
}

function asText(message: Message): Message {
  if (message.role === "tool") return { role: "user", from: "host", text: resultText(message) };
  if (message.role !== "assistant" || message.calls.length === 0) return message;
  const calls = message.calls.map(
    ({ name, arguments: text }) => `{"tool": ${JSON.stringify(name)}, "params": ${text}}`,
  );
  const text = [message.text, ...calls].filter((part) => part !== "").join("\n");
  return { role: "assistant", text, calls: [] };
}

function resultText({ tool, content, isError }: ToolMessage): string {
  const text = content
    .map((part) => (part.type === "text" ? part.text : `[${part.type}]`))
    .join("\n");
  return `${isError ? "Error" : "Result"} of ${tool}:\n${text}`;
}
