/**
 * Carries the protocol's messages over two streams, one a line. Every message is bounded, and so is how many requests
 * may be open at once. A message that cannot be read is answered instead of ending the conversation. Nothing here knows
 * of a process; the server hands in the streams.
 */
import type { AnyMessage, Stream } from "@agentclientprotocol/sdk";
import { createLineReader, isRecord, readMessageEdges } from "@toolplane/readings";

export interface LineStreamOptions {
  readonly input: NodeJS.ReadableStream;
  readonly output: NodeJS.WritableStream;
  /** Pictures come whole, in one line. */
  readonly maxMessageBytes?: number;
  readonly maxOpenRequests?: number;
}

const MAX_MESSAGE_BYTES = 16 * 1_048_576;
const MAX_OPEN_REQUESTS = 256;
const PARSE_ERROR = -32_700;
const INVALID_REQUEST = -32_600;
const BUSY = -32_000;

/** Reads from the beginning; it ends with either of the two. */
export function createLineStream(options: LineStreamOptions): Stream {
  const { input, output, maxMessageBytes = MAX_MESSAGE_BYTES } = options;
  const { maxOpenRequests = MAX_OPEN_REQUESTS } = options;
  const open = new Set<string | number>();
  const refuse = (id: string | number | null, code: number, message: string): null => {
    void writeLine(output, { jsonrpc: "2.0", id, error: { code, message } });
    return null;
  };
  let stop = (): void => undefined;
  let isOver = false;

  /** The message of a line; null for one that was answered already. */
  function read(line: string): AnyMessage | null {
    if (line.trim() === "") return null;
    let message: unknown;
    try {
      message = JSON.parse(line);
    } catch {
      return refuse(null, PARSE_ERROR, "Parse error: the line is not valid JSON.");
    }
    const fault = describeMessageFault(message);
    if (fault !== null)
      return refuse(requestId(message), INVALID_REQUEST, `Invalid request: ${fault}.`);
    const { id, method } = message as { id?: string | number; method?: string };
    if (id !== undefined && method !== undefined) {
      if (open.has(id))
        return refuse(id, INVALID_REQUEST, "Invalid request: a request with this id is open.");
      if (open.size >= maxOpenRequests) return refuse(id, BUSY, "Too many requests are open.");
      open.add(id);
    }
    return message as AnyMessage;
  }

  const readable = new ReadableStream<AnyMessage>({
    start(controller) {
      const reader = createLineReader({
        maxBytes: maxMessageBytes,
        onLine(line) {
          const message = read(line);
          if (message) controller.enqueue(message);
        },
        onSkipped(edges) {
          const { id, method } = readMessageEdges(edges);
          const message = `Invalid request: a line may hold ${maxMessageBytes} bytes.`;
          refuse(method === null ? null : id, INVALID_REQUEST, message);
        },
      });
      const onData = (chunk: string | Uint8Array): void => reader.push(chunk);
      stop = () => {
        stop = () => undefined;
        input.off("data", onData).pause();
      };
      const end = (): void => {
        if (isOver) return;
        isOver = true;
        stop();
        controller.close();
      };
      // They stay: a pipe that breaks after the end must not become an uncaught error.
      input.on("data", onData).on("end", end).on("close", end).on("error", end);
      output.on("close", end).on("error", end);
    },
    cancel() {
      isOver = true;
      stop();
    },
  });
  const writable = new WritableStream<AnyMessage>({
    write(message) {
      if ("id" in message && !("method" in message) && message.id !== null) open.delete(message.id);
      return writeLine(output, message);
    },
  });
  return { readable, writable };
}

/** The id of a request that is not understood otherwise, so that its client does not wait for the answer. */
function requestId(message: unknown): string | number | null {
  const { id, method } = (message ?? {}) as { readonly id?: unknown; readonly method?: unknown };
  if (method === undefined) return null;
  return typeof id === "string" || (typeof id === "number" && Number.isInteger(id)) ? id : null;
}

/** Settles when the stream has room again, or will never have. */
function writeLine(output: NodeJS.WritableStream, message: unknown): Promise<void> {
  if (!output.writable || output.write(`${JSON.stringify(message)}\n`)) return Promise.resolve();
  return new Promise((resolve) => {
    const done = (): void => {
      output.off("drain", done).off("close", done).off("error", done);
      resolve();
    };
    output.on("drain", done).on("close", done).on("error", done);
  });
}

/** Says what keeps a value from being one JSON-RPC 2.0 message; null: nothing. What its method means is not looked at. */
function describeMessageFault(value: unknown): string | null {
  if (Array.isArray(value)) return "batches are not taken";
  if (!isRecord(value)) return "the line is not a JSON-RPC 2.0 message";
  const { jsonrpc, id, method, params, result, error } = value;
  if (jsonrpc !== "2.0") return "the line is not a JSON-RPC 2.0 message";
  if (id !== undefined && typeof id !== "string" && !Number.isInteger(id))
    return "an id is a text or a whole number";
  if (method !== undefined) {
    if (typeof method !== "string") return "the method is not a text";
    return params === undefined || isRecord(params) ? null : "params are an object";
  }
  if (id === undefined) return "it has neither a method nor an id";
  if ((result === undefined) === (error === undefined)) return "an answer has a result or an error";
  return error === undefined || isError(error) ? null : "its error has no code and message";
}

function isError(value: unknown): boolean {
  return isRecord(value) && Number.isInteger(value.code) && typeof value.message === "string";
}
