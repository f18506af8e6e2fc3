/** One attempt to connect: opens a transport, agrees on a revision, reads the list. */

import { describeWalls } from "@toolplane/contract";
import { showOnLine } from "@toolplane/readings";
import { TransportError } from "../../wire/transport-error.ts";
import { SignInNeeded } from "../auth/sign-in-needed.ts";
import { reasonOf } from "../call/call-error.ts";
import {
  type Connection,
  type ConnectionOptions,
  connectToServer,
  SilentServer,
} from "../connection/connect-to-server.ts";
import type { McpTransport } from "../transport/mcp-transport.ts";
import type { Live } from "./create-life.ts";

export interface LiveConnection extends Live {
  readonly connection: Connection;
  readonly definitions: readonly unknown[];
}

export interface OpenUpstreamOptions extends Omit<ConnectionOptions, "transport" | "onEnd"> {
  readonly connect: (signal: AbortSignal) => Promise<McpTransport>;
}

const MAX_LAST_WORDS = 200;

/**
 * Opens a connection. Servers of the earlier revision may end at the first question about their revision. A program
 * that gave no answer is started once more and addressed in the earlier way.
 */
export async function openUpstream(options: OpenUpstreamOptions): Promise<LiveConnection> {
  try {
    return await open(options);
  } catch (error) {
    const isOver = options.signal.aborted || options.negotiation !== "auto";
    if (!(error instanceof SilentServer) || isOver) throw error;
    return open({ ...options, negotiation: "legacy" });
  }
}

async function open(options: OpenUpstreamOptions): Promise<LiveConnection> {
  const { connect, signal, ...rest } = options;
  const ended = Promise.withResolvers<string>();
  const transport = await connect(signal);
  const onEnd = (): void => ended.resolve(describeEnd(transport));
  try {
    signal.throwIfAborted();
    const connection = await connectToServer({ ...rest, transport, signal, onEnd });
    const definitions = await connection.listTools(signal);
    return { connection, definitions, ended: ended.promise, close: connection.close };
  } catch (error) {
    await transport.close().catch(() => {});
    throw explain(error, transport);
  }
}

/** The reason that people read: a sign-in that is needed, else what the program itself said last. */
function explain(error: unknown, transport: McpTransport): unknown {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause)
    if (cause instanceof SignInNeeded) return cause;
  const because = transport.endedBecause?.();
  const message = [because ?? reasonOf(error), ...lastWords(transport)].join(" ");
  const told = new TransportError(message, { cause: error });
  return error instanceof SilentServer ? new SilentServer(told) : told;
}

function describeEnd(transport: McpTransport): string {
  const because = transport.endedBecause?.() ?? "The connection ended.";
  return [because, ...lastWords(transport)].join(" ");
}

/** The program's own words, and what of them is our doing. */
function lastWords(transport: McpTransport): readonly string[] {
  const said = transport.notes?.().trimEnd().split("\n").at(-1) ?? "";
  const words = said === "" ? [] : [`It said: ${showOnLine(said, MAX_LAST_WORDS)}`];
  return [...words, ...describeWalls({ walls: transport.walls?.() ?? [] })];
}
