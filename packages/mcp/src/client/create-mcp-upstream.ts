/** Makes an upstream of a way to connect. Nothing is opened before its first use. */
import type { ClientMethod, JsonObject } from "@toolplane/contract";
import { CORE_VERSION, createSchemas } from "@toolplane/kernel";
import { unlessAborted } from "./bounds/unless-aborted.ts";
import { UPSTREAM_LIMITS, type UpstreamLimits } from "./bounds/upstream-limits.ts";
import { unavailable } from "./call/call-error.ts";
import { type CallsInFlight, createCallsInFlight } from "./call/calls-in-flight.ts";
import { createCaller } from "./call/create-caller.ts";
import { createUpstreamCatalog } from "./catalog/upstream-catalog.ts";
import type { Connection } from "./connection/connect-to-server.ts";
import { createLife, type Life } from "./life/create-life.ts";
import { type LiveConnection, openUpstream } from "./life/open-upstream.ts";
import { type ConnectionWatch, watchConnection } from "./life/watch-connection.ts";
import type { McpUpstream, McpUpstreamOptions, UpstreamChange } from "./mcp-upstream.ts";
import { createNoteLog } from "./text/note-log.ts";
import { mcpToolName } from "./tool/mcp-tool-name.ts";
import { isQuarantined, readDefinition } from "./tool/read-definition.ts";
import { createToolList } from "./tool/tool-list.ts";

const CLIENT = { name: "toolplane", version: CORE_VERSION };

export function createMcpUpstream(options: McpUpstreamOptions): McpUpstream {
  const { name, clock, roots = null } = options;
  const limits = { ...UPSTREAM_LIMITS, ...options.limits };
  const asks = options.questions !== "decline";
  const forwards = asks && options.forwards === true;
  const schemas = createSchemas();
  const context = { server: name, schemas, limits };
  const notes = createNoteLog(limits);
  const { tell, onChange } = createListeners();
  const inFlight = createCallsInFlight({ serialized: options.serialized === true, ...limits });
  let last: Connection | null = null;
  let isStale = false;
  let stoppedBy: string | null = null;
  let watching: ConnectionWatch | null = null;
  const life = createLife<LiveConnection>({
    clock,
    limits,
    onChange: () => tell("health"),
    signInHint: options.signInHint ?? "",
    async attempt(signal) {
      isStale = false;
      const watch = watchConnection({
        clock,
        limits,
        onDefinitions: take,
        onChange: tell,
        onNote: notes.add,
        isBusy: () => inFlight.size() > 0,
      });
      const live = await openUpstream({
        limits,
        signal,
        roots,
        onNote: notes.add,
        onListChanged: watch.onListChanged,
        connect: (ending) => options.connect(ending),
        client: options.client ?? CLIENT,
        negotiation: negotiationOf(options.revision),
        forwards,
        answer: asks ? createAnswer(inFlight) : null,
        onLog: (level, data) => inFlight.asker()?.log(level, data),
      });
      last = live.connection;
      watching = watch;
      take(live.definitions);
      watch.begin(live.connection);
      void live.ended.then(watch.stop);
      return live;
    },
  });
  const acquireNow = createAcquire(name, life);
  const acquire: typeof acquireNow = async (signal) => {
    if (isStale && inFlight.size() === 0) {
      isStale = false;
      await life.stop();
    }
    const connection = await acquireNow(signal);
    stoppedBy = null;
    return connection;
  };
  const callerOf = createCaller({
    server: name,
    clock,
    limits,
    schemas,
    asks,
    forwards,
    inFlight,
    roots,
    acquire: async (signal) => (await acquire(signal)).client,
    find: (remoteName) => list.find(remoteName),
    stoppedBy: () => stoppedBy,
  });
  const list = createToolList({
    context,
    idOf: options.toolId ?? ((tool) => mcpToolName({ server: name, tool })),
    executeOf: callerOf,
  });
  const take = (definitions: readonly unknown[]): void => {
    if (list.replace(definitions)) tell("tools");
  };
  const health: McpUpstream["health"] = () => ({
    ...life.facts(),
    ...(last ? { server: last.server } : {}),
    notes: [...notes.lines(), ...lastLines(last?.notes() ?? "", limits)],
    garbage: last?.garbage() ?? 0,
  });
  return {
    name,
    health,
    onChange,
    tools: list.tools,
    quarantined: list.quarantined,
    ...createUpstreamCatalog({
      server: name,
      limits,
      clock,
      schemas,
      asks,
      forwards,
      roots,
      acquire: async (signal) => (await acquire(signal)).client,
    }),
    restore(definition) {
      const read = readDefinition(definition, context);
      return isQuarantined(read) ? read : list.make(read);
    },
    reading: () => watching?.reading() ?? null,
    start: () => life.start().then(health),
    restart: () => life.restart().then(health),
    stop(why) {
      stoppedBy = why ?? null;
      return life.stop();
    },
    refreshWhenIdle() {
      isStale = true;
    },
    close: () => life.close(),
  };
}

/** Gives the connection. A call may start a server that was not needed before; it never waits for one that broke. */
function createAcquire(name: string, life: Life<LiveConnection>) {
  return async (signal: AbortSignal | undefined): Promise<Connection> => {
    const { state, failures } = life.facts();
    const isFirst = state === "stopped" || (state === "starting" && failures === 0);
    if (isFirst) await unlessAborted(life.start(), signal);
    const live = life.current();
    if (!live) throw unavailable(name, life.facts().message);
    return live.connection;
  };
}

/** Declines a question outside a call, or of a call that cannot be distinguished from another person's. */
function createAnswer(inFlight: CallsInFlight) {
  return async (method: ClientMethod, params: unknown): Promise<JsonObject | null> => {
    const asker = inFlight.asker();
    if (!asker) return null;
    const { asked } = await asker.answer({ asked: { method, params } });
    return asked ?? null;
  };
}

function createListeners() {
  const listeners = new Set<(change: UpstreamChange) => void>();
  return {
    tell(change: UpstreamChange): void {
      for (const listener of listeners) {
        try {
          listener(change);
        } catch {
          listeners.delete(listener);
        }
      }
    },
    onChange(listener: (change: UpstreamChange) => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

function negotiationOf(revision: McpUpstreamOptions["revision"]) {
  if (revision === undefined) return "auto";
  return revision === "2025-11-25" ? "legacy" : { pin: revision };
}

function lastLines(
  text: string,
  limits: Pick<UpstreamLimits, "maxNotes" | "maxNoteCharacters">,
): readonly string[] {
  const log = createNoteLog(limits);
  for (const line of text.split("\n")) if (line.trim() !== "") log.add(line);
  return log.lines();
}
