/**
 * A server on loopback that speaks as a provider does (OpenAI's Chat Completions and Responses, Anthropic's Messages) and says
 * its lines, whatever it is told. It lets the real clients run without a key and without a network.
 */
import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import type { ScriptedTurn } from "./scripted-turn.ts";

/** A provider that is listening. */
export interface ScriptedProvider {
  /** For `baseURL` of a client; OpenAI's wants `/v1` behind it. */
  readonly url: string;
  /** The bodies of the requests so far. */
  readonly requests: readonly Readonly<Record<string, unknown>>[];
  close(): Promise<void>;
}

type Writer = (turn: ScriptedTurn) => Readonly<Record<string, unknown>>;

const WRITERS: Readonly<Record<string, Writer>> = {
  "/v1/chat/completions": chatCompletion,
  "/v1/responses": response,
  "/v1/messages": message,
};

/** Listens on a free port; each request gets the next turn. */
export async function startScriptedProvider(
  turns: readonly ScriptedTurn[],
): Promise<ScriptedProvider> {
  const requests: Readonly<Record<string, unknown>>[] = [];
  const server = createServer(async (request, answer) => {
    const write = WRITERS[request.url ?? ""];
    const turn = turns[requests.length];
    requests.push(JSON.parse(await readAll(request)));
    const known = write !== undefined && turn !== undefined;
    const body = known ? write(turn) : { error: { message: "The script has no such turn." } };
    answer.writeHead(known ? 200 : 400, { "content-type": "application/json" });
    answer.end(JSON.stringify(body));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  // A program that is done ends, whether or not it closes this.
  server.unref();
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

async function readAll(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const piece of request.setEncoding("utf8")) text += piece;
  return text;
}

function chatCompletion(turn: ScriptedTurn): ReturnType<Writer> {
  const says = typeof turn === "string";
  const tool_calls = says
    ? undefined
    : turn.map(({ id, name, arguments: args }) => ({
        id,
        type: "function",
        function: { name, arguments: JSON.stringify(args) },
      }));
  const finish_reason = says ? "stop" : "tool_calls";
  const spoken = { role: "assistant", content: says ? turn : null, refusal: null, tool_calls };
  const choices = [{ index: 0, message: spoken, finish_reason, logprobs: null }];
  return { id: "chatcmpl-1", object: "chat.completion", created: 0, model: "script", choices };
}

function response(turn: ScriptedTurn): ReturnType<Writer> {
  const output =
    typeof turn === "string"
      ? [
          {
            id: "msg_1",
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
  return { id: "resp_1", object: "response", created_at: 0, model: "script", output };
}

function message(turn: ScriptedTurn): ReturnType<Writer> {
  const says = typeof turn === "string";
  const content = says
    ? [{ type: "text", text: turn }]
    : turn.map(({ id, name, arguments: input }) => ({ type: "tool_use", id, name, input }));
  return {
    id: "msg_1",
    type: "message",
    role: "assistant",
    model: "script",
    content,
    stop_reason: says ? "end_turn" : "tool_use",
    stop_sequence: null,
    usage: { input_tokens: 1, output_tokens: 1 },
  };
}
