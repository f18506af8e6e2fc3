/** A model on loopback that speaks OpenAI's chat: a test says what each request gets, and sees what was sent. */
import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { onTestFinished } from "vitest";

interface SentMessage {
  readonly role: string;
  readonly content: unknown;
}

interface Reply {
  /** Streams words; the answer stays open. */
  say(words: string): void;
  /** Ends the answer as a model does. */
  end(): void;
  /** Ends the connection in the middle. */
  cut(): void;
  fail(status: number, message: string, headers?: Readonly<Record<string, string>>): void;
}

export interface LoopbackModel {
  /** What `--model` is given. */
  readonly name: string;
  /** The conversations that were sent, without the system prompt. */
  readonly sent: readonly (readonly SentMessage[])[];
}

/** `answer` is given the number of the request, from 1. */
export async function openLoopbackModel(
  answer: (reply: Reply, request: number) => void,
): Promise<LoopbackModel> {
  const sent: SentMessage[][] = [];
  const server = createServer((request, response) => {
    void json(request).then((body) => {
      const { messages } = body as { readonly messages: readonly SentMessage[] };
      sent.push(messages.filter(({ role }) => role !== "system"));
      answer(replyOn(response), sent.length);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { name: `http://127.0.0.1:${port}/v1#stub`, sent };
}

function replyOn(response: ServerResponse): Reply {
  const begin = (): void => {
    if (!response.headersSent) response.writeHead(200, { "content-type": "text/event-stream" });
  };
  const write = (delta: object, finish: string | null): void => {
    begin();
    const choices = [{ index: 0, delta, finish_reason: finish }];
    const piece = { id: "1", object: "chat.completion.chunk", created: 1, model: "x", choices };
    response.write(`data: ${JSON.stringify(piece)}\n\n`);
  };
  return {
    say: (words) => write({ role: "assistant", content: words }, null),
    end() {
      write({}, "stop");
      response.end("data: [DONE]\n\n");
    },
    cut: () => void response.socket?.end(),
    fail(status, message, headers = {}) {
      response.writeHead(status, { "content-type": "application/json", ...headers });
      response.end(JSON.stringify({ error: { message } }));
    },
  };
}
