/**
 * A model on loopback that plays a fixed list of calls and keeps what it was sent: which tools a client shows to its model, and
 * what the model reads of each result. It shows what goes over the wire, not how a model reacts.
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { chat } from "./wire/chat.ts";
import { generateContent } from "./wire/generate-content.ts";
import { messages } from "./wire/messages.ts";
import { responses } from "./wire/responses.ts";
import { type Body, type SeenTool, sendJson, type Wire } from "./wire/wire.ts";

/** One call of the script, by the name that toolplane gives the tool. */
interface ScriptedCall {
  readonly tool: string;
  readonly arguments: Body;
}

/** The content that was sent to the model in a conversation. */
export interface Heard {
  readonly tools: readonly SeenTool[];
  readonly results: readonly string[];
  /** The whole request, for clients that name tools in their prompt only. */
  readonly text: string;
}

export interface LoopbackModel {
  readonly url: string;
  /** Starts over with these calls. */
  readonly play: (script: readonly ScriptedCall[]) => void;
  /** Since then, oldest first; requests without tools (titles, summaries) are left out. */
  readonly heard: () => readonly Heard[];
  /** How many it asked for since then. */
  readonly calls: () => number;
  readonly close: () => void;
}

const WIRES: readonly Wire[] = [chat, responses, messages, generateContent];
const MODELS = [
  {
    id: "model",
    object: "model",
    created: 1,
    owned_by: "here",
    type: "model",
    display_name: "model",
  },
];

export async function openLoopbackModel(): Promise<LoopbackModel> {
  let script: readonly ScriptedCall[] = [];
  let heard: Heard[] = [];
  let calls = 0;
  const server = createServer(async (request, response) => {
    const text = await readAll(request);
    const path = (request.url ?? "").split("?")[0] ?? "";
    const wire = WIRES.find((one) => one.matches(path));
    if (wire === undefined) return answerAside(path, text, response);
    const body = JSON.parse(text) as Body;
    const tools = wire.tools(body);
    const results = wire.results(body);
    if (tools.length === 0) return wire.answer({ text: "ok" }, body, response);
    heard.push({ tools, results, text });
    const call = script[results.length];
    if (call === undefined) return wire.answer({ text: "All done." }, body, response);
    const tool = findTool(tools, call.tool, text);
    if (tool === null) return wire.answer({ text: "The tool is not there." }, body, response);
    calls += 1;
    const id = `call_${results.length}_${heard.length}`;
    wire.answer({ id, tool, arguments: call.arguments }, body, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    play(next) {
      script = next;
      heard = [];
      calls = 0;
    },
    heard: () => heard,
    calls: () => calls,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Clients put the server's name before a tool's, each with other marks between; some name tools in the prompt only. */
function findTool(tools: readonly SeenTool[], wanted: string, text: string): SeenTool | null {
  const prefixed = new RegExp(`toolplane[-_.:/]*${wanted}$`);
  const found =
    tools.find(
      ({ name, group }) => prefixed.test(group + name) && (group === "" || name === wanted),
    ) ?? tools.find(({ name }) => prefixed.test(name));
  if (found !== undefined) return found;
  const deferred = `mcp__toolplane__${wanted}`;
  if (text.includes(deferred)) return { name: deferred, group: "" };
  return tools.find(({ name }) => name === wanted) ?? null;
}

function answerAside(path: string, text: string, response: ServerResponse): void {
  const tokens = Math.ceil(text.length / 4);
  if (/count_?tokens/i.test(path))
    sendJson(response, { input_tokens: tokens, totalTokens: tokens });
  else if (path.includes("models"))
    sendJson(response, { object: "list", data: MODELS, models: [], has_more: false });
  else sendJson(response, {});
}

async function readAll(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString("utf8");
}
