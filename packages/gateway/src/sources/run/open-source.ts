/**
 * One source at work: its tools are registered from what a person agreed to, its server starts when the first of them is called,
 * and what the server then says it has is held against the pins. The registry applies changes between turns only.
 */
import { resolve } from "node:path";
import { type JsonObject, type Tool, ToolError, type Wall } from "@toolplane/contract";
import type { Clock } from "@toolplane/contract/ports";
import type { Kernel, ToolOrigin } from "@toolplane/kernel";
import type {
  McpTransport,
  McpUpstream,
  McpUpstreamOptions,
  mcpToolName,
  UpstreamHealth,
  UpstreamTool,
} from "@toolplane/mcp/client";
import type { Agreed } from "../list/agreed.ts";
import { type Definitions, pinOf } from "../list/definitions-file.ts";
import type { KnownOffers } from "../list/known-offers-file.ts";
import { isTrusted, serverDigest } from "../list/server-digest.ts";
import type { Source } from "../list/source.ts";
import { createSourceLists, type SourceLists } from "../offer/create-source-lists.ts";
import { createSourceRoad } from "../offer/create-source-road.ts";
import { createPin, type PinnedTools } from "../pins/create-pin.ts";
import type { ConnectEnding } from "../start/connect-ending.ts";
import { agreedTo, asAgreed, firstSeen, restoredTools } from "./agreed-tools.ts";
import { createToolSet } from "./create-tool-set.ts";
import { tellLikelyRule } from "./likely-rule.ts";
import { createSourceStandIns } from "./source-stand-ins.ts";
import { describeSource, type SourceState } from "./source-state.ts";

export interface SourceGround {
  readonly kernel: Pick<Kernel, "scope">;
  readonly clock: Clock;
  readonly createUpstream: (options: McpUpstreamOptions) => McpUpstream;
  readonly toolName: typeof mcpToolName;
  /** Opens a connection to the source's server, in its confinement. */
  readonly connect: (source: Source, ending: ConnectEnding) => Promise<McpTransport>;
  /** Those of the paths that rules deny to be read. */
  readonly deniedBy: (paths: readonly string[]) => readonly Wall[];
  readonly workspace: string;
  /** True where programs are confined. */
  readonly confines: boolean;
  readonly upstream?: Partial<McpUpstreamOptions>;
  /** The hint where a person must sign in to the server of a name. */
  readonly signInHint?: (name: string) => string;
  /** Called when the offers of a source beside tools may have changed. */
  readonly onOffer: (what: "resources" | "prompts") => void;
  /** The servers' offers beside tools when they were last asked, where that is kept. */
  readonly offers?: {
    read(source: Source): KnownOffers;
    note(source: Source, offers: Partial<KnownOffers>): void;
  };
}

export interface OpenSource {
  readonly source: Source;
  state(): SourceState;
  /** The definitions that its server has now, as it sent them. */
  definitions(): Definitions;
  /** Its server's offers beside tools; none where no person agreed to it. */
  readonly lists: SourceLists;
  /**
   * Finds a tool that reads from it beside its own tools, or the stand-in for a tool of a server that no person agreed to, or
   * that was not asked yet.
   */
  standIn(tool: string): { readonly tool: Tool; readonly origin: ToolOrigin } | null;
  /** Starts its server, where a person agreed to it; settles when it is ready or has failed. Never rejects. */
  start(): Promise<UpstreamHealth>;
  /** The rules are others now: what failed under the earlier ones is tried again by the next call. */
  rulesChanged(): Promise<void>;
  /** Takes over another list entry of the same server: what was agreed to, which tools. False when it is another server. */
  update(source: Source, agreed: Agreed): boolean;
  close(): Promise<void>;
}

export function openSource(first: Source, given: Agreed, ground: SourceGround): OpenSource {
  let source = first;
  let agreed = given;
  let isRead = false;
  const upstream = openUpstream(() => source, ground);
  const starter = createStarter(upstream, () => isTrusted(source));
  /** Definitions by the ids of tools, with their names on the server. */
  const known = new Map<string, UpstreamTool>();
  const gate = { server: source.name, refusal: () => refusalOf(source), reading: starter.reading };
  const pin = createPin({
    ...gate,
    // A tool that is not there, or that no person agreed to yet, is known to rules by what a model would call it.
    nameOf: (id) => known.get(id)?.remoteName ?? id.replace(`mcp__${source.name}__`, ""),
    now: (id) => known.get(id)?.definition ?? null,
    agreed: (id) => agreedTo(known.get(id)?.remoteName, agreed),
  });
  const origin: ToolOrigin = {
    layer: "mcp",
    source: source.name,
    pin,
    unconfined: source.server.kind === "address" || !ground.confines,
  };
  const standIns = createSourceStandIns(source.name);
  const road = openRoad(upstream, origin, gate);
  const mayHave = (what: string) => isRead || (agreed.offers?.includes(what) ?? true);
  const kept = keptOffers(() => source, upstream, ground);
  const lists = createSourceLists({ ...ground, ...kept, upstream, mayHave, start: starter.start });
  const tools = createToolSet(ground.kernel.scope(), origin, () => agreed.about);
  const sync = (): void => {
    const offered = isRead ? upstream.tools() : restoredTools(upstream, agreed);
    known.clear();
    for (const tool of offered) if (isWanted(tool, source)) known.set(tool.tool.id, tool);
    const told = (tool: UpstreamTool) => hinted(asAgreed(tool, agreed, upstream), source, ground);
    tools.set([...known.values()].map((tool) => ({ ...told(tool), behind: tool.definition })));
  };
  const stopListening = upstream.onChange((change) => {
    if (change !== "tools") return lists.changed(change);
    // Its offers beside them are known now, too.
    if (!isRead) lists.drop();
    isRead = true;
    if (agreed.pins === "first") agreed = firstSeen(upstream);
    sync();
  });
  sync();
  let closing: Promise<void> | undefined;
  return {
    get source() {
      return source;
    },
    lists,
    start: starter.start,
    state: () =>
      describeSource(source, {
        health: upstream.health(),
        quarantined: upstream.quarantined(),
        tools: [...known.values()],
        problems: tools.problems(),
        drift: pin.drift,
        unconfined: origin.unconfined === true,
      }),
    definitions: () => firstSeen(upstream).definitions,
    standIn(id) {
      // A server that may be asked what it has is asked, once; then there is nothing to stand in for.
      const isUnknown = isTrusted(source) ? !isRead && starter.isAhead() : true;
      const isAbsent = isUnknown && id.startsWith(`mcp__${source.name}__`);
      return road(id) ?? (isAbsent ? { tool: standIns(id), origin } : null);
    },
    rulesChanged: () => forgetFailure(source, upstream),
    update(next, nextAgreed) {
      if (!isSameServer(next, source)) return false;
      [source, agreed] = [next, nextAgreed];
      stopIfOver(next, upstream);
      lists.drop();
      sync();
      return true;
    },
    close() {
      closing ??= (async () => {
        stopListening();
        await upstream.close();
        await tools.close();
      })();
      return closing;
    },
  };
}

/** Keeps the offers it had when it was last asked. A server that runs is asked: it may have something else by now. */
function keptOffers(
  current: () => Source,
  upstream: McpUpstream,
  { offers }: SourceGround,
): Pick<Parameters<typeof createSourceLists>[0], "known" | "onKnown"> {
  const sleeps = (): boolean => isTrusted(current()) && upstream.health().state === "stopped";
  return {
    known: () => (sleeps() ? (offers?.read(current()) ?? null) : null),
    onKnown: (found) => offers?.note(current(), found),
  };
}

async function forgetFailure({ server }: Source, upstream: McpUpstream): Promise<void> {
  const { state } = upstream.health();
  const isOut = state === "waiting" || state === "failed";
  if (isOut && server.kind === "program") await upstream.stop();
}

/**
 * Stops a server at once, with its calls, when no person agrees to it any more. Stops an unauthorized one too: a person may have
 * signed in meanwhile, which the next call finds out.
 */
function stopIfOver(source: Source, upstream: McpUpstream): void {
  if (!isTrusted(source) || upstream.health().state === "unauthorized") void upstream.stop();
}

/**
 * Makes the tools that read from a server. They are ours and never another; agreeing to the server is agreeing to them. No model
 * need find them first.
 */
function openRoad(
  upstream: McpUpstream,
  origin: ToolOrigin,
  gate: Pick<PinnedTools, "server" | "refusal" | "reading">,
): OpenSource["standIn"] {
  const nameOf = (id: string): string => id.replace(`mcp__${gate.server}__`, "");
  const find = createSourceRoad(upstream);
  const agreed = { pin: pinOf(ROAD_DEFINITION), definition: ROAD_DEFINITION };
  const pin = createPin({ ...gate, nameOf, now: () => ROAD_DEFINITION, agreed: () => agreed });
  const own: ToolOrigin = { ...origin, pin, exposure: "listed" };
  return (id) => {
    const tool = find(id);
    return tool && { tool, origin: own };
  };
}

const ROAD_DEFINITION: JsonObject = Object.freeze({});

function isWanted({ remoteName }: UpstreamTool, { tools }: Source): boolean {
  return tools.length === 0 || tools.includes(remoteName);
}

/** Opens a source's server. No other yes counts: nothing is started but what a person agreed to. */
function openUpstream(current: () => Source, ground: SourceGround): McpUpstream {
  const { name, serialized, names } = current();
  const upstream = ground.createUpstream({
    forwards: true,
    ...ground.upstream,
    ...(ground.signInHint ? { signInHint: ground.signInHint(name) } : {}),
    name,
    serialized,
    clock: ground.clock,
    toolId: (tool) => ground.toolName({ server: name, tool }, names),
    async connect(signal) {
      const source = current();
      const refusal = refusalOf(source);
      if (refusal !== null) throw new ToolError("unavailable", refusal);
      // The next call starts it again, under the rules of then; nothing failed.
      return ground.connect(source, {
        signal,
        onRules: (why) => void upstream.stop(why),
        onWider: () => upstream.refreshWhenIdle(),
      });
    },
  });
  return upstream;
}

/** Starts a server that may be once, and tells while it is being asked what it has. */
function createStarter(
  upstream: McpUpstream,
  mayStart: () => boolean,
): {
  start(): Promise<UpstreamHealth>;
  reading(): Promise<unknown> | null;
  /** True until its first start has come to an end. */
  isAhead(): boolean;
} {
  let starting: Promise<UpstreamHealth> | null = null;
  const start = (): Promise<UpstreamHealth> => {
    if (!mayStart()) return Promise.resolve(upstream.health());
    starting ??= upstream.start().finally(() => {
      starting = null;
    });
    return starting;
  };
  return {
    start,
    isAhead: () => starting !== null || upstream.health().state === "stopped",
    reading() {
      if (!mayStart()) return null;
      if (starting) return starting;
      return upstream.health().state === "stopped" ? start() : upstream.reading();
    },
  };
}

function hinted(made: UpstreamTool, { server }: Source, ground: SourceGround): UpstreamTool {
  if (server.kind !== "program") return made;
  const cwd = resolve(ground.workspace, server.cwd ?? ".");
  return { ...made, tool: tellLikelyRule(made.tool, { cwd, deniedBy: ground.deniedBy }) };
}

function refusalOf(source: Source): string | null {
  if (isTrusted(source)) return null;
  return `Nobody has agreed to the server ${source.name} as it is now, so nothing of it is started: toolplane sources accept ${source.name}`;
}

function isSameServer(one: Source, other: Source): boolean {
  const isSame = serverDigest(one.server) === serverDigest(other.server);
  return isSame && one.serialized === other.serialized && one.names === other.names;
}
