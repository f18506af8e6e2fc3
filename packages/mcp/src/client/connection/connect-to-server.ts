/** One conversation with a server, from the first word to the last: the official client, set up so that nothing of it is unbounded. */

import {
  Client,
  type ClientOptions,
  type JsonSchemaValidatorResult,
  ProtocolError,
} from "@modelcontextprotocol/client";
import type { ClientMethod, JsonObject } from "@toolplane/contract";
import { cutEnd, showHidden, showOnLine } from "@toolplane/readings";
import type { UpstreamLimits } from "../bounds/upstream-limits.ts";
import type { McpTransport } from "../transport/mcp-transport.ts";
import { listDefinitions } from "./list-definitions.ts";
import { type SiftedTransport, siftTransport } from "./sift-transport.ts";
import type { UpstreamServer } from "./upstream-server.ts";

export interface ConnectionOptions {
  readonly transport: McpTransport;
  readonly limits: UpstreamLimits;
  readonly client: { readonly name: string; readonly version: string };
  /** `auto`: the newest revision that both have. */
  readonly negotiation: "auto" | "legacy" | { readonly pin: string };
  readonly roots: readonly { readonly uri: string; readonly name?: string }[] | null;
  /**
   * Null where no person is ever asked: then servers get no such capability. It resolves to null where there is no
   * person to ask.
   */
  readonly answer: ((method: ClientMethod, params: unknown) => Promise<JsonObject | null>) | null;
  /** True where the program in front of a call may be asked too. */
  readonly forwards: boolean;
  /** Called with what the server writes to its client's log. */
  readonly onLog: (level: string, data: unknown) => void;
  readonly onEnd: () => void;
  readonly onListChanged: (list: "tools" | "resources" | "prompts") => void;
  readonly onNote: (text: string) => void;
  readonly signal: AbortSignal;
}

export interface Connection {
  readonly client: Client;
  readonly server: UpstreamServer;
  readonly isStateless: boolean;
  listTools(signal: AbortSignal): Promise<readonly unknown[]>;
  garbage(): number;
  notes(): string;
  endedBecause(): string | null;
  close(): Promise<void>;
}

/** Rejects when the server is not one, or does not answer in time; the transport is closed then. */
export async function connectToServer(options: ConnectionOptions): Promise<Connection> {
  const { transport, limits, signal } = options;
  const sifted = siftTransport(transport);
  const client = new Client(options.client, clientOptions(options));
  addHandlers(client, options);
  try {
    await client.connect(sifted.transport, { signal, timeout: limits.startTimeoutMs });
    signal.throwIfAborted();
  } catch (error) {
    await transport.close().catch(() => {});
    const isProgram = "pid" in transport;
    throw isProgram && !sifted.hasSpoken() ? new SilentServer(error) : error;
  }
  client.onclose = options.onEnd;
  return connectionOf(client, sifted, options);
}

/** It ended, or said nothing, when it was asked for its revision: servers of the earlier one may do that. */
export class SilentServer extends Error {
  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : "The server said nothing.", { cause });
    this.name = "SilentServer";
  }
}

function clientOptions(options: ConnectionOptions): ClientOptions {
  const { answer, forwards, roots, negotiation, limits, transport } = options;
  return {
    capabilities: {
      ...(answer ? { elicitation: { form: {}, url: {} } } : {}),
      ...(forwards ? { sampling: {} } : {}),
      ...(roots || forwards ? { roots: {} } : {}),
    },
    versionNegotiation: {
      mode: negotiation,
      probe: { timeoutMs: probeMs(transport, limits.startTimeoutMs) },
    },
    // The code that made the call asks for what a server still needs; only there is the call known.
    inputRequired: { autoFulfill: false },
    // Schemas of strangers are judged by our own engine, which makes no code of them.
    jsonSchemaValidator: { getValidator: () => anything },
  };
}

/** The protocol's word for a client that does not do what it is asked for. */
const NOT_GIVEN = -32_601;

const PROBE_MS = 10_000;

/**
 * The time for the first question. A program's silence may mean that it does not know the question; an address's
 * silence means that no server is there.
 */
function probeMs(transport: McpTransport, startMs: number): number {
  return "pid" in transport ? Math.min(PROBE_MS, startMs / 2) : startMs;
}

function anything<T>(input: unknown): JsonSchemaValidatorResult<T> {
  return { valid: true, data: input as T, errorMessage: undefined };
}

function addHandlers(client: Client, options: ConnectionOptions): void {
  const { answer, forwards, roots, onListChanged, onNote, onLog } = options;
  if (answer)
    client.setRequestHandler("elicitation/create", async ({ method, params }) => {
      const { action, content } = (await answer(method, params)) ?? { action: "decline" };
      return action === "accept" && content
        ? { action, content: { ...(content as object) } as Record<string, string> }
        : { action: action as "accept" | "decline" | "cancel" };
    });
  if (forwards)
    client.setRequestHandler("sampling/createMessage", async ({ method, params }) => {
      const answered = await answer?.(method, params);
      if (!answered) throw new ProtocolError(NOT_GIVEN, "Nobody answers this outside a call.");
      return answered as never;
    });
  if (roots || forwards)
    client.setRequestHandler("roots/list", async ({ method, params }) => {
      if (roots) return { roots: roots.map((root) => ({ ...root })) };
      return ((await answer?.(method, params)) ?? { roots: [] }) as never;
    });
  client.setNotificationHandler("notifications/tools/list_changed", () => onListChanged("tools"));
  client.setNotificationHandler("notifications/resources/list_changed", () =>
    onListChanged("resources"),
  );
  client.setNotificationHandler("notifications/prompts/list_changed", () =>
    onListChanged("prompts"),
  );
  client.setNotificationHandler("notifications/message", ({ params }) => {
    const { level, data } = params;
    onNote(`${level}: ${typeof data === "string" ? data : JSON.stringify(data)}`);
    onLog(level, data);
  });
}

function connectionOf(
  client: Client,
  sifted: SiftedTransport,
  { limits, transport }: ConnectionOptions,
): Connection {
  const server = describeServer(client);
  return {
    client,
    server,
    isStateless: client.getProtocolEra() === "modern",
    listTools: async (signal) =>
      server.offers.tools ? listDefinitions(client, sifted.takeTools, { limits, signal }) : [],
    garbage: sifted.garbage,
    notes: () => transport.notes?.() ?? "",
    endedBecause: () => transport.endedBecause?.() ?? null,
    close: () => client.close().catch(() => {}),
  };
}

const MAX_NAME = 100;
const MAX_INSTRUCTIONS = 8_192;

function describeServer(client: Client): UpstreamServer {
  const { name = "", version = "", title, description } = client.getServerVersion() ?? {};
  const instructions = client.getInstructions();
  const offers = client.getServerCapabilities() ?? {};
  return {
    name: showOnLine(name, MAX_NAME),
    version: showOnLine(version, MAX_NAME),
    ...(title === undefined ? {} : { title: showOnLine(title, MAX_NAME) }),
    ...(description === undefined
      ? {}
      : { description: cutEnd(showHidden(description), MAX_INSTRUCTIONS) }),
    ...(instructions === undefined
      ? {}
      : { instructions: cutEnd(showHidden(instructions), MAX_INSTRUCTIONS) }),
    revision: client.getNegotiatedProtocolVersion() ?? "",
    offers: {
      tools: offers.tools !== undefined,
      resources: offers.resources !== undefined,
      prompts: offers.prompts !== undefined,
      completions: offers.completions !== undefined,
    },
  };
}
