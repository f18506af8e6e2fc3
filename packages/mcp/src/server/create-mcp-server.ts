/**
 * Serves toolplane as an MCP server. A connection (stdio, or a session of streamable HTTP in 2025-11-25) has a kernel
 * session of its own, which ends with it. In 2026-07-28 HTTP has no sessions: the key that the HTTP face gives to
 * requests separates the clients, and their session ends after a while without requests.
 */
import type { Server } from "@modelcontextprotocol/server";
import { ConfigurationError } from "@toolplane/contract";
import { CORE_VERSION, type Session, type SessionOptions } from "@toolplane/kernel";
import { having, OPTION, type OptionKinds, optionFault } from "@toolplane/readings";
import type { McpComplete, McpPrompts, McpResources } from "./catalog/mcp-offers.ts";
import type { McpSource } from "./catalog/mcp-source.ts";
import type { ChangesOf } from "./changes-block.ts";
import { createClientPool } from "./client-pool.ts";
import { type ClientSession, createClientSession } from "./client-session.ts";
import {
  createProtocolServer,
  type ProtocolOptions,
  type ProtocolServer,
} from "./protocol-server.ts";
import type { RulesPlace } from "./question/allow-hint.ts";
import type { McpBroker } from "./question/mcp-broker.ts";

export interface McpServerOptions {
  /** A toolplane, or a kernel with its host. */
  readonly source: McpSource;
  /** The broker that the kernel was given. Without one no client is ever asked: what would be a question is refused. */
  readonly broker?: McpBroker;
  /** For every session that a client opens. An `id` cannot be given: each client has its own. */
  readonly session?: Omit<SessionOptions, "id" | "parent">;
  readonly name?: string;
  readonly version?: string;
  /** The text about this server that clients pass to their model. */
  readonly instructions?: string;
  /** Tools that the clients' list leaves out, by id: those that cannot work as they are served. */
  readonly omit?: readonly string[];
  /** Bytes that one result may hold, 30,000 unless said: most clients cut or refuse what is longer. 0: what its tool says. */
  readonly maxResultBytes?: number;
  /** Where a person's rules are, for the text of a refusal. */
  readonly rulesPlace?: () => RulesPlace | null;
  /** Runs before each list and each call, to follow what changed meanwhile: rules, say. Must not reject. */
  readonly refresh?: () => void | Promise<void>;
  /** Readies the session of a client before its first call, which waits for it; none is made where it rejects. */
  readonly prepare?: (session: Session) => Promise<void>;
  /** Told when a client has left and no call of it runs any more, before its session is closed. Must not reject. */
  readonly leave?: (session: Session) => Promise<void>;
  /**
   * Reads what a call changed in files, of what the client's model may read: the names of files that a command changed, and the
   * beginning of their differences, then stand with its result. Must not reject.
   */
  readonly changesOf?: ChangesOf;
  /** How long a question may wait for its answer; ten minutes unless said. */
  readonly askTimeoutMs?: number;
  /** How long a client without a connection keeps its session after its last request; thirty minutes unless said. */
  readonly idleMs?: number;
  /** How many clients without a connection may have sessions at once; 1,000 unless said. */
  readonly maxClients?: number;
  /** Resources that clients can read beside tools. Without any the server declares none. */
  readonly resources?: McpResources;
  readonly prompts?: McpPrompts;
  /** Suggests values for arguments of prompts and resource templates. */
  readonly complete?: McpComplete;
  /** How long a client may keep a list before it asks again, where it got no change; one minute unless given. */
  readonly listTtlMs?: number;
}

const SERVER_OPTION_KINDS: OptionKinds<McpServerOptions> = {
  source: OPTION.object,
  broker: having("ask"),
  session: OPTION.object,
  name: OPTION.text,
  version: OPTION.text,
  instructions: OPTION.text,
  omit: OPTION.list,
  maxResultBytes: OPTION.count,
  rulesPlace: OPTION.call,
  refresh: OPTION.call,
  prepare: OPTION.call,
  leave: OPTION.call,
  changesOf: OPTION.call,
  askTimeoutMs: OPTION.count,
  idleMs: OPTION.count,
  maxClients: OPTION.count,
  resources: having("read"),
  prompts: having("get"),
  complete: OPTION.call,
  listTtlMs: OPTION.count,
};

/** The changed thing: a list, or the resource of one address. */
type McpChange = "tools" | "resources" | "prompts" | { readonly uri: string };

/** A server without a transport. */
export interface McpFace {
  /** The server of one connection. Closing it ends the client's session. */
  connection(): Server;
  /** The server of one request of a client that has no connection. */
  exchange(clientKey: string, onMismatch?: () => void): Server;
  /** Calls the listener with what a client without a connection should ask for again; returns how to stop. */
  onChange(listener: (change: McpChange) => void): () => void;
  /** Ends every client's session. The kernel is left open. */
  close(): Promise<void>;
}

const MAX_RESULT_BYTES = 30_000;
const ASK_TIMEOUT_MS = 600_000;
const IDLE_MS = 1_800_000;
const MAX_CLIENTS = 1_000;
const LIST_TTL_MS = 60_000;

/** Makes a server over a toolplane. */
export function createMcpServer(options: McpServerOptions): McpFace {
  const fault = optionFault(options, SERVER_OPTION_KINDS);
  if (fault !== null) throw new ConfigurationError("createMcpServer", fault);
  const { source, broker = null, askTimeoutMs = ASK_TIMEOUT_MS } = options;
  const { maxResultBytes = MAX_RESULT_BYTES } = options;
  const protocol = protocolOf(options, askTimeoutMs);
  const clients = new Set<ClientSession>();
  const connections = new Set<ProtocolServer>();
  const listeners = new Set<(change: McpChange) => void>();
  const open = (onListChange: () => void): ClientSession => {
    const client = createClientSession({
      source,
      broker,
      askTimeoutMs,
      onListChange,
      session: { ...(maxResultBytes > 0 ? { maxResultBytes } : {}), ...options.session },
      omit: options.omit ?? [],
      rulesPlace: options.rulesPlace ?? (() => null),
      refresh: options.refresh ?? (() => {}),
      changesOf: options.changesOf ?? null,
      prepare: options.prepare ?? (async () => {}),
      leave: options.leave ?? (async () => {}),
    });
    clients.add(client);
    return client;
  };
  /** Sessions that are about to end; closing the server waits for them too. */
  const ending = new Set<Promise<void>>();
  const end = (client: ClientSession): Promise<void> => {
    clients.delete(client);
    // A session that ends badly has a record of it; no one is left to report it to here.
    const ended = client.close().catch(() => {});
    ending.add(ended);
    return ended.finally(() => ending.delete(ended));
  };
  const pool = createClientPool({
    clock: source.host.clock,
    idleMs: options.idleMs ?? IDLE_MS,
    maxClients: options.maxClients ?? MAX_CLIENTS,
    open: () =>
      open(() => {
        for (const listener of listeners) listener("tools");
      }),
    end,
  });
  const stop = source.kernel.onToolsChange(
    // A server that connects brings its tools one by one; clients get one change for all.
    coalesce(() => {
      for (const client of clients) client.touch();
    }),
  );
  const tell = (change: McpChange): void => {
    for (const connection of connections) tellConnection(connection, change);
    for (const listener of listeners) listener(change);
  };
  const stopOffers = [
    options.resources?.onChange?.((uri) => tell(uri === null ? "resources" : { uri })),
    options.prompts?.onChange?.(() => tell("prompts")),
  ];
  return {
    connection() {
      const client = open(() => void connection.server.sendToolListChanged().catch(() => {}));
      const connection = createProtocolServer(protocol, () => client);
      connections.add(connection);
      connection.server.onclose = () => {
        connections.delete(connection);
        void end(client);
      };
      return connection.server;
    },
    exchange: (key, onMismatch) =>
      createProtocolServer(protocol, ({ canAsk }) => pool.find(`${canAsk} ${key}`), onMismatch)
        .server,
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    async close() {
      stop();
      for (const stopOffer of stopOffers) stopOffer?.();
      pool.close();
      await Promise.all([...clients].map(end));
      await Promise.all(ending);
    },
  };
}

function protocolOf(options: McpServerOptions, askTimeoutMs: number): ProtocolOptions {
  return {
    name: options.name ?? "toolplane",
    version: options.version ?? CORE_VERSION,
    instructions: options.instructions ?? null,
    offers: {
      resources: options.resources ?? null,
      prompts: options.prompts ?? null,
      complete: options.complete ?? null,
    },
    listTtlMs: options.listTtlMs ?? LIST_TTL_MS,
    askTimeoutMs,
  };
}

/** Sends a change to a connection; one that is gone gets nothing. */
function tellConnection({ server, subscribed }: ProtocolServer, change: McpChange): void {
  if (typeof change === "object") {
    if (subscribed(change.uri)) server.sendResourceUpdated({ uri: change.uri }).catch(() => {});
  } else if (change === "resources") server.sendResourceListChanged().catch(() => {});
  else if (change === "prompts") server.sendPromptListChanged().catch(() => {});
}

/** Runs once after any number of calls in one turn of the event loop. */
function coalesce(run: () => void): () => void {
  let isDue = false;
  return () => {
    if (isDue) return;
    isDue = true;
    queueMicrotask(() => {
      isDue = false;
      run();
    });
  };
}
