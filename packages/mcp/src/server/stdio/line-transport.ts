/**
 * Carries JSON-RPC over two streams, one message a line. Every message is bounded, and a message that cannot be read is
 * answered instead of ending the conversation: a line that is no JSON, a message that is none, a line that never ends.
 * Nothing here knows of a process; the server hands in the streams.
 */
import type { JSONRPCMessage, Transport } from "@modelcontextprotocol/server";
import { createLineReader, readMessageEdges } from "@toolplane/readings";
import { isJsonRpcMessage } from "../../wire/is-json-rpc-message.ts";

/** The two streams, and how much one message may hold. */
export interface LineTransportOptions {
  readonly input: NodeJS.ReadableStream;
  readonly output: NodeJS.WritableStream;
  readonly maxMessageBytes?: number;
}

const MAX_MESSAGE_BYTES = 4 * 1_048_576;
const PARSE_ERROR = -32_700;
const INVALID_REQUEST = -32_600;

/** Makes a transport; it reads nothing before `start`. */
export function createLineTransport(options: LineTransportOptions): Transport {
  const { input, output, maxMessageBytes = MAX_MESSAGE_BYTES } = options;
  let isClosed = false;
  const answer = (code: number, message: string, id: string | number | null = null): void =>
    void write(output, JSON.stringify({ jsonrpc: "2.0", id, error: { code, message } })).catch(
      () => {},
    );
  const reader = createLineReader({
    maxBytes: maxMessageBytes,
    onLine(line) {
      if (line.trim() === "") return;
      let message: unknown;
      try {
        message = JSON.parse(line);
      } catch {
        answer(PARSE_ERROR, "Parse error: the line is not valid JSON.");
        return;
      }
      if (isMessage(message)) transport.onmessage?.(message);
      else answer(INVALID_REQUEST, "Invalid request: the line is not a JSON-RPC 2.0 message.");
    },
    onSkipped(edges) {
      const { id, method } = readMessageEdges(edges);
      const message = `Invalid request: a message may hold ${maxMessageBytes} bytes.`;
      // The id of an answer is one of ours, and names nothing that its sender waits for.
      answer(INVALID_REQUEST, message, method === null ? null : id);
    },
  });
  const onData = (chunk: string | Uint8Array): void => reader.push(chunk);
  const onEnd = (): void => void transport.close();
  const onError = (error: Error): void => transport.onerror?.(error);
  const onBroken = (error: Error): void => {
    if (!isClosed) transport.onerror?.(error);
    void transport.close();
  };
  const transport: Transport = {
    async start() {
      input.on("data", onData).on("end", onEnd).on("close", onEnd).on("error", onError);
      output.on("error", onBroken).on("close", onEnd);
    },
    send: (message) =>
      isClosed
        ? Promise.reject(new Error("The connection is closed."))
        : write(output, JSON.stringify(message)),
    async close() {
      if (isClosed) return;
      isClosed = true;
      input.off("data", onData).off("end", onEnd).off("close", onEnd);
      input.pause();
      // The error listeners stay: a pipe that breaks after the end must not become an uncaught error.
      transport.onclose?.();
    },
  };
  return transport;
}

/** Settles when the stream has room again, or will never have. */
function write(output: NodeJS.WritableStream, text: string): Promise<void> {
  if (output.write(`${text}\n`)) return DONE;
  return new Promise((resolve) => {
    const done = (): void => {
      output.off("drain", done).off("close", done).off("error", done);
      resolve();
    };
    output.on("drain", done).on("close", done).on("error", done);
  });
}

const DONE: Promise<void> = Promise.resolve();

function isMessage(value: unknown): value is JSONRPCMessage {
  return isJsonRpcMessage(value);
}
