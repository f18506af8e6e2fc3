/** The text of `sources.jsonc` as sources. One word that is not understood stops the load: it may have been meant to hold something back. */
import { ConfigurationError, type Json, type JsonObject } from "@toolplane/contract";
import { parseConfigText } from "@toolplane/disk/own-files";
import { checkArguments } from "@toolplane/kernel";
import { apiJson, describeApiFault, readApi } from "./api-entry.ts";
import type { Source, SourceServer } from "./source.ts";
import type { SourceEntry } from "./source-entry.ts";
import { describeNameFault } from "./source-name.ts";
import { ENTRY_SCHEMA, SOURCES_SCHEMA } from "./sources-schema.ts";

/** A source as it is in the list: its pins may lie in a file of their own, of this digest. */
export interface ListedSource extends Source {
  readonly pinned: string | null;
}

/** Throws a ConfigurationError with the place. */
export async function parseSources(
  bytes: Uint8Array,
  file: string,
): Promise<readonly ListedSource[]> {
  const text = await parseConfigText(bytes, file);
  const [fault] = checkArguments(SOURCES_SCHEMA, text.root.value);
  if (fault) throw new ConfigurationError(file, `${fault.path.join(".")}: ${fault.message}`);
  const { sources } = text.root.value as { readonly sources: JsonObject };
  return Object.entries(sources).map(([name, value]) => {
    const entry = value as SourceEntry;
    const wrong =
      describeNameFault(name) ?? describeUrlFault(entry) ?? describeApiFault(name, entry);
    if (wrong !== null) throw new ConfigurationError(file, `sources.${name}: ${wrong}`);
    return { ...readSource(name, entry), pinned: entry.pinned ?? null };
  });
}

/** Says what is wrong with an entry and its name; null: nothing. */
export function describeEntryFault(name: string, entry: SourceEntry): string | null {
  const [fault] = checkArguments(ENTRY_SCHEMA, entry as Json);
  if (fault) return [...fault.path, fault.message].join(": ");
  return describeNameFault(name) ?? describeUrlFault(entry) ?? describeApiFault(name, entry);
}

export function readSource(name: string, entry: SourceEntry): Source {
  const { enabled = true, serialized = false, tools = [], trusted = null, pins = {} } = entry;
  const names = entry.names === undefined ? {} : { names: entry.names };
  return { name, server: serverOf(entry), enabled, serialized, tools, ...names, trusted, pins };
}

function serverOf(entry: SourceEntry): SourceServer {
  const { command, args = [], env = {}, cwd, hosts = [], unconfined = false } = entry;
  const { writes = [] } = entry;
  if (command !== undefined)
    return {
      kind: "program",
      command,
      args,
      env,
      hosts,
      unconfined,
      ...(cwd === undefined ? {} : { cwd }),
      // Absent where there is none: a server that was agreed to before it could be said stays agreed to.
      ...(writes.length > 0 ? { writes } : {}),
    };
  if (entry.openapi !== undefined) return readApi(entry.openapi, entry);
  const { url = "", headers = {}, oauth = false } = entry;
  return { kind: "address", url, headers, oauth, hosts };
}

/** Says what is wrong with an address; null: nothing. */
export function describeUrlFault({ url }: Pick<SourceEntry, "url">): string | null {
  if (url === undefined) return null;
  if (!URL.canParse(url)) return `url is no address`;
  const { protocol, username, password } = new URL(url);
  if (protocol !== "http:" && protocol !== "https:") return "url must begin with https: or http:";
  return username + password === "" ? null : "url must not hold a password; use headers";
}

/** A source as it is in the file: what has its usual value is left out. */
export function sourceJson({ server, ...source }: Omit<Source, "name">): Json {
  const { enabled, serialized, tools, names, trusted, pins } = source;
  return {
    ...serverJson(server),
    ...(enabled ? {} : { enabled }),
    ...(serialized ? { serialized } : {}),
    ...(tools.length > 0 ? { tools: [...tools] } : {}),
    ...(names === undefined ? {} : { names }),
    ...(trusted === null ? {} : { trusted }),
    pins: { ...pins },
  };
}

function serverJson(server: SourceServer): JsonObject {
  if (server.kind === "openapi") return apiJson(server);
  return server.kind === "program" ? programJson(server) : addressJson(server);
}

function programJson(server: SourceServer & { readonly kind: "program" }): JsonObject {
  const { command, args, env, cwd, hosts, writes = [], unconfined } = server;
  return {
    command,
    args: [...args],
    ...(Object.keys(env).length > 0 ? { env: { ...env } } : {}),
    ...(cwd === undefined ? {} : { cwd }),
    ...(hosts.length > 0 ? { hosts: [...hosts] } : {}),
    ...(writes.length > 0 ? { writes: [...writes] } : {}),
    ...(unconfined ? { unconfined } : {}),
  };
}

function addressJson(server: SourceServer & { readonly kind: "address" }): JsonObject {
  const { url, headers, oauth, hosts } = server;
  return {
    url,
    ...(Object.keys(headers).length > 0 ? { headers: { ...headers } } : {}),
    ...(oauth ? { oauth } : {}),
    ...(hosts.length > 0 ? { hosts: [...hosts] } : {}),
  };
}
