/**
 * The MCP servers of a case, as a person would have them: a list in the user-data folder with what was agreed to, and programs
 * that misbehave as the case says. What the product starts and sends is counted on the way.
 */
import { copyFileSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout } from "node:timers/promises";
import type { JsonObject } from "@toolplane/contract";
import type { Channel, Processes } from "@toolplane/contract/ports";
import type { Source, SourceServer } from "@toolplane/gateway/inside";
import {
  type Definitions,
  pinOf,
  serverDigest,
  sourceJson,
  sourcesFile,
  writeDefinitions,
} from "@toolplane/gateway/inside";
import type { CaseServer, Given } from "../attack-case.ts";
import type { Fixture } from "../fixture.ts";

/** What was seen of one server. */
export interface ServerTraffic {
  spawns: number;
  calls: number;
  /** Times that it said that its tools are others now, and the product has read it. */
  changes: number;
}

export interface CaseServers {
  readonly traffic: Readonly<Record<string, ServerTraffic>>;
  /** The processes, with what is started and sent counted. */
  watch(processes: Processes): Processes;
  /** Settles when the product has read what servers say of their tools after so many calls: a moment later is another case. */
  heard(calls: number): Promise<void>;
}

/** Writes the list and the servers. */
export function writeCaseServers(
  given: Given,
  { fixture, urls }: { readonly fixture: Fixture; readonly urls: Readonly<Record<string, string>> },
): CaseServers {
  const servers = Object.entries(given.mcp ?? {});
  const traffic = Object.fromEntries(
    servers.map(([name]) => [name, { spawns: 0, calls: 0, changes: 0 } satisfies ServerTraffic]),
  );
  const folder = join(fixture.base, "servers");
  mkdirSync(folder, { recursive: true });
  const script = join(folder, "case-server.mjs");
  copyFileSync(serverScript(), script);
  const sources = servers.map(([name, server], index) => {
    const config = join(folder, `${index}.json`);
    writeFileSync(config, JSON.stringify({ tools: server.tools, behaviour: server.behaviour }));
    const pinned = byName(server.pinned ?? []);
    writeDefinitions(fixture.userData, name, { tools: pinned, about: "" });
    return sourceOf(name, { server, pinned, own: { script, config, url: urls[name] } });
  });
  writeFileSync(
    sourcesFile(fixture.userData),
    JSON.stringify({
      version: 1,
      sources: Object.fromEntries(sources.map(({ name, ...one }) => [name, sourceJson(one)])),
    }),
    { mode: 0o600 },
  );
  const nameOf = new Map(servers.map(([name], index) => [join(folder, `${index}.json`), name]));
  return {
    traffic,
    watch: (processes) => watched(processes, { traffic, nameOf }),
    async heard(calls) {
      const isDue = ([name, server]: [string, CaseServer]) =>
        (traffic[name]?.changes ?? 0) < changesAfter(server, calls);
      for (let looks = 0; looks < MAX_LOOKS && servers.some(isDue); looks += 1)
        await setTimeout(LOOK_MS);
    },
  };
}

const LOOK_MS = 10;
const MAX_LOOKS = 1_000;
const CHANGED = "notifications/tools/list_changed";

function changesAfter({ transport, behaviour = [] }: CaseServer, calls: number): number {
  if (transport !== "stdio") return 0;
  return behaviour.filter(
    ({ after, do: does, method }) =>
      typeof after === "number" && after <= calls && does === "notify" && method === CHANGED,
  ).length;
}

/** Beside this file, or in the checkout where the harness was bundled elsewhere: it is always started at the root. */
function serverScript(): string {
  const beside = join(import.meta.dirname, "case-server.mjs");
  return existsSync(beside) ? beside : resolve("test/attack/harness/mcp/case-server.mjs");
}

/** Servers that start like any other. */
export function willingServers({ mcp = {} }: Given): readonly string[] {
  return Object.entries(mcp).flatMap(([name, { url, behaviour = [] }]) =>
    url === undefined && behaviour.every(({ on }) => on !== "spawn" && on !== "initialize")
      ? [name]
      : [],
  );
}

function byName(definitions: readonly JsonObject[]): Definitions {
  return Object.fromEntries(definitions.map((one) => [String(one.name), one]));
}

interface Own {
  readonly script: string;
  readonly config: string;
  readonly url: string | undefined;
}

function sourceOf(
  name: string,
  {
    server,
    pinned,
    own,
  }: { readonly server: CaseServer; readonly pinned: Definitions; readonly own: Own },
): Source {
  const now = serverNow(server, own);
  return {
    name,
    server: now,
    enabled: true,
    serialized: false,
    tools: [],
    trusted: trustedDigest(server, now),
    pins: Object.fromEntries(
      Object.entries(pinned).map(([tool, definition]) => [tool, pinOf(definition)]),
    ),
  };
}

/** `true`: the person agreed to it as it is. An object: to exactly that. */
function trustedDigest({ trusted }: CaseServer, now: SourceServer): string | null {
  if (trusted === true) return serverDigest(now);
  if (typeof trusted !== "object" || now.kind !== "program") return null;
  const { command = now.command, args = now.args, env = {} } = trusted;
  return serverDigest({ ...now, command, args, env });
}

function serverNow(server: CaseServer, { script, config, url }: Own): SourceServer {
  if (server.transport === "http")
    return {
      kind: "address",
      url: server.url ?? url ?? "",
      oauth: false,
      hosts: [],
      headers: { authorization: "Bearer SECRET-CANARY-tok" },
    };
  const { command = process.execPath, args = [script, config], env = {} } = server;
  // The harness says that no sandbox holds, so that floors are hard; programs are confined all the same.
  return { kind: "program", command, args, env, hosts: [], unconfined: true };
}

function watched(
  processes: Processes,
  {
    traffic,
    nameOf,
  }: {
    readonly traffic: Readonly<Record<string, ServerTraffic>>;
    readonly nameOf: ReadonlyMap<string, string>;
  },
): Processes {
  const { open } = processes;
  if (!open) return processes;
  return {
    ...processes,
    async open(spec, options) {
      const name = nameOf.get(spec.argv.at(-1) ?? "") ?? Object.keys(traffic)[0] ?? "";
      const seen = traffic[name];
      if (seen) seen.spawns += 1;
      const channel = await open(spec, options);
      return seen ? counted(channel, seen) : channel;
    },
  };
}

function counted(channel: Channel, seen: ServerTraffic): Channel {
  return {
    output: heardOutput(channel.output, seen),
    ended: channel.ended,
    notes: () => channel.notes(),
    close: () => channel.close(),
    write(bytes) {
      if (Buffer.from(bytes).includes('"method":"tools/call"')) seen.calls += 1;
      return channel.write(bytes);
    },
  };
}

/** A piece counts when the next one is asked for: then it was read. */
async function* heardOutput(
  output: AsyncIterable<Uint8Array>,
  seen: ServerTraffic,
): AsyncIterable<Uint8Array> {
  let text = "";
  for await (const piece of output) {
    yield piece;
    text += Buffer.from(piece).toString("latin1");
    seen.changes += text.split(CHANGED).length - 1;
    text = text.slice(Math.max(text.lastIndexOf(CHANGED) + 1, text.length - CHANGED.length + 1));
  }
}
