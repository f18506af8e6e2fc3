/**
 * Carries JSON-RPC over a channel, one message a line, to a server that is a program of this machine. Its output is a
 * stranger's: a line that is no message is counted and skipped, a line without end is not kept, and what it does not
 * read of our side is bounded, so that neither a flood nor a deaf program can fill our memory.
 */
import type { JSONRPCMessage } from "@modelcontextprotocol/client";
import type { Channel, ChannelEnd } from "@toolplane/contract/ports";
import { createLineReader, readMessageEdges } from "@toolplane/readings";
import { isJsonRpcMessage } from "../../wire/is-json-rpc-message.ts";
import { TransportError } from "../../wire/transport-error.ts";
import type { McpTransport } from "./mcp-transport.ts";

export interface ChannelTransportOptions {
  readonly maxMessageBytes?: number;
  /** Bytes that may wait for the program to read them. */
  readonly maxUnreadBytes?: number;
}

const MAX_MESSAGE_BYTES = 16 * 1_048_576;
const MAX_UNREAD_BYTES = 32 * 1_048_576;
/** A message that is so many times too long has no end, and behind it nothing else of the server can be heard. */
const MAX_SKIPPED = 8;

export function createChannelTransport(
  channel: Channel,
  {
    maxMessageBytes = MAX_MESSAGE_BYTES,
    maxUnreadBytes = MAX_UNREAD_BYTES,
  }: ChannelTransportOptions = {},
): ChannelTransport {
  let isStarted = false;
  let isClosed = false;
  let garbage = 0;
  let unread = 0;
  /** Bytes of a message that is too long, since that is known; null where there is none. */
  let skipped: number | null = null;
  let reason: string | null = null;
  const reader = createLineReader({
    maxBytes: maxMessageBytes,
    onLine(line) {
      if (isClosed || line.trim() === "") return;
      const message = readMessage(line);
      if (message === null) garbage += 1;
      else transport.onmessage?.(message);
    },
    onTooLong() {
      garbage += 1;
      skipped = 0;
      transport.onerror?.(
        new TransportError(`A message of the server is longer than ${maxMessageBytes} bytes.`),
      );
    },
    onSkipped(edges) {
      skipped = null;
      const { id, method } = readMessageEdges(edges);
      if (method === null) transport.onunread?.(id, maxMessageBytes);
    },
  });
  const end = (why: string | null): void => {
    if (isClosed) return;
    isClosed = true;
    reason = why;
    transport.onclose?.();
  };
  const giveUp = (): void => {
    transport.onunread?.(null, maxMessageBytes);
    end("It said a message without end.");
    void channel.close();
  };
  const listen = async (): Promise<void> => {
    try {
      for await (const piece of channel.output) {
        if (isClosed) return;
        reader.push(piece);
        if (skipped === null) continue;
        skipped += piece.length;
        if (skipped > MAX_SKIPPED * maxMessageBytes) return giveUp();
      }
    } catch {
      // A broken pipe is an end; `ended` says which.
    }
    end(describeEnd(await channel.ended));
  };
  const transport: ChannelTransport = {
    // The official client knows a program by these two names: of one, silence is no outage.
    pid: null,
    stderr: null,
    async start() {
      if (isStarted) throw new TransportError("The connection was started already.");
      isStarted = true;
      void listen();
    },
    async send(message) {
      if (isClosed) throw new TransportError("The connection is closed.");
      const bytes = Buffer.from(`${JSON.stringify(message)}\n`);
      if (unread + bytes.length > maxUnreadBytes) {
        end("It does not read what it is sent.");
        void channel.close();
        throw new TransportError("The server does not read what it is sent.");
      }
      unread += bytes.length;
      try {
        await channel.write(bytes);
      } finally {
        unread -= bytes.length;
      }
    },
    async close() {
      end(null);
      await channel.close();
    },
    notes: () => channel.notes(),
    walls: () => channel.walls?.() ?? [],
    garbage: () => garbage,
    endedBecause: () => reason,
  };
  return transport;
}

export interface ChannelTransport extends McpTransport {
  readonly pid: null;
  readonly stderr: null;
}

function readMessage(line: string): JSONRPCMessage | null {
  try {
    const value: unknown = JSON.parse(line);
    return isJsonRpcMessage(value) ? (value as JSONRPCMessage) : null;
  } catch {
    return null;
  }
}

const CAUSES: Readonly<Record<ChannelEnd["cause"], string>> = {
  exited: "The program ended",
  closed: "It was closed",
  rules: "What it may touch has changed",
  output: "It said more at once than anybody may",
  failed: "The program could not be run",
};

function describeEnd({ cause, exitCode, signal, message }: ChannelEnd): string {
  const how = signal ? ` by ${signal}` : exitCode === null ? "" : ` with code ${exitCode}`;
  return `${CAUSES[cause]}${cause === "exited" ? how : ""}${message ? `: ${message}` : ""}.`;
}
