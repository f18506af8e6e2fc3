/**
 * A provider on loopback for the real clients of these frameworks (OpenAI's Chat Completions and Responses, Anthropic's Messages, with
 * and without streaming). Which turn a request gets follows from the tool results in it: clients ask for titles and counts beside.
 */
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { ScriptedCall, ScriptedTurn } from "../../stub/scripted-turn.ts";

/** A provider that is listening. */
export interface LoopbackModel {
  readonly url: string;
  /** What it was told of its calls, by the id of the call, as JSON. */
  readonly told: ReadonlyMap<string, string>;
  /** The names of the tools that it was shown last. */
  readonly tools: () => readonly string[];
  close(): Promise<void>;
}

type Body = Readonly<Record<string, unknown>>;

/** Listens on a free port. `prefix` stands before each tool's name, as clients of MCP servers show them. */
export async function startLoopbackModel(
  turns: readonly ScriptedTurn[],
  prefix = "",
): Promise<LoopbackModel> {
  const told = new Map<string, string>();
  let tools: readonly string[] = [];
  const server = createServer(async (request, answer) => {
    let text = "";
    for await (const piece of request.setEncoding("utf8")) text += piece;
    const body: Body = text === "" ? {} : JSON.parse(text);
    const path = new URL(request.url ?? "", "http://loopback").pathname;
    const write = WRITERS[path];
    if (write === undefined || !Array.isArray(body.tools) || body.tools.length === 0) {
      if (write === undefined) answer.end("{}");
      else write(answer, body, "ok");
      return;
    }
    tools = body.tools.map((tool: Body) => String((tool.function as Body)?.name ?? tool.name));
    for (const [id, said] of resultsOf(body)) told.set(id, said);
    const at = turns.findIndex(
      (turn) => typeof turn === "string" || turn.some(({ id }) => !told.has(id)),
    );
    const turn = turns[at] ?? "";
    write(
      answer,
      body,
      typeof turn === "string" ? turn : turn.map((call) => ({ ...call, name: prefix + call.name })),
    );
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    told,
    tools: () => tools,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

function resultsOf({ messages, input }: Body): readonly (readonly [string, string])[] {
  const entries = [messages, input].flatMap((list) => (Array.isArray(list) ? list : []));
  return entries.flatMap((entry: Body) => {
    if (entry.role === "tool")
      return [[String(entry.tool_call_id), JSON.stringify(entry)]] as const;
    if (entry.type === "function_call_output")
      return [[String(entry.call_id), JSON.stringify(entry)]] as const;
    const parts = Array.isArray(entry.content) ? (entry.content as Body[]) : [];
    return parts
      .filter(({ type }) => type === "tool_result")
      .map((part) => [String(part.tool_use_id), JSON.stringify(part)] as const);
  });
}

type Writer = (answer: ServerResponse, body: Body, turn: ScriptedTurn) => void;

const WRITERS: Readonly<Record<string, Writer>> = {
  "/v1/chat/completions": (answer, _, turn) => json(answer, chatCompletion(turn)),
  "/v1/responses": (answer, _, turn) => json(answer, response(turn)),
  "/v1/messages": (answer, body, turn) =>
    body.stream === true ? streamMessage(answer, message(turn)) : json(answer, message(turn)),
};

function json(answer: ServerResponse, body: object): void {
  answer.writeHead(200, { "content-type": "application/json" });
  answer.end(JSON.stringify(body));
}

/** Clients take two answers of one id for the same. */
function newId(kind: string): string {
  return `${kind}_${randomUUID()}`;
}

function chatCompletion(turn: ScriptedTurn): object {
  const says = typeof turn === "string";
  const tool_calls = says
    ? undefined
    : turn.map(({ id, name, arguments: args }) => ({
        id,
        type: "function",
        function: { name, arguments: JSON.stringify(args) },
      }));
  const spoken = { role: "assistant", content: says ? turn : null, refusal: null, tool_calls };
  const finish_reason = says ? "stop" : "tool_calls";
  return {
    id: newId("chatcmpl"),
    object: "chat.completion",
    created: 0,
    model: "script",
    choices: [{ index: 0, message: spoken, finish_reason, logprobs: null }],
    usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
  };
}

function response(turn: ScriptedTurn): object {
  const output =
    typeof turn === "string"
      ? [
          {
            id: newId("msg"),
            type: "message",
            role: "assistant",
            status: "completed",
            content: [{ type: "output_text", text: turn, annotations: [] }],
          },
        ]
      : turn.map(({ id, name, arguments: args }) => ({
          id: `fc_${id}`,
          type: "function_call",
          status: "completed",
          call_id: id,
          name,
          arguments: JSON.stringify(args),
        }));
  const details = { input_tokens_details: {}, output_tokens_details: {} };
  return {
    id: newId("resp"),
    object: "response",
    created_at: 0,
    status: "completed",
    model: "script",
    output,
    usage: { input_tokens: 1, output_tokens: 1, total_tokens: 2, ...details },
  };
}

interface Message {
  readonly content: readonly ({ readonly text: string } | { readonly input: unknown })[];
  readonly stop_reason: string;
}

function message(turn: ScriptedTurn): Message {
  const says = typeof turn === "string";
  const use = ({ id, name, arguments: input }: ScriptedCall) => ({
    type: "tool_use",
    id,
    name,
    input,
  });
  return {
    id: newId("msg"),
    type: "message",
    role: "assistant",
    model: "script",
    stop_sequence: null,
    content: says ? [{ type: "text", text: turn } as { readonly text: string }] : turn.map(use),
    stop_reason: says ? "end_turn" : "tool_use",
    usage: { input_tokens: 1, output_tokens: 1 },
  };
}

function streamMessage(answer: ServerResponse, whole: Message): void {
  answer.writeHead(200, { "content-type": "text/event-stream" });
  const say = (type: string, body: object): void =>
    void answer.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...body })}\n\n`);
  say("message_start", { message: { ...whole, content: [], stop_reason: null } });
  for (const [index, block] of whole.content.entries()) {
    const [empty, delta] =
      "text" in block
        ? [{ text: "" }, { type: "text_delta", text: block.text }]
        : [{ input: {} }, { type: "input_json_delta", partial_json: JSON.stringify(block.input) }];
    say("content_block_start", { index, content_block: { ...block, ...empty } });
    say("content_block_delta", { index, delta });
    say("content_block_stop", { index });
  }
  const { stop_reason } = whole;
  say("message_delta", { delta: { stop_reason }, usage: { output_tokens: 1 } });
  say("message_stop", {});
  answer.end();
}
