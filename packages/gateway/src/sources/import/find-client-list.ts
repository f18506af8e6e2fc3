/** Finds the list that a person means by a client's name or by a file, and the edits that put toolplane in its place. */
import { statSync } from "node:fs";
import { basename, dirname, resolve } from "node:path";
import { ConfigurationError, type Json, type JsonObject } from "@toolplane/contract";
import { readJson } from "../../clients/edits/edit-json.ts";
import { readToml } from "../../clients/edits/edit-toml.ts";
import { valueAt } from "../../clients/edits/edit-value.ts";
import { isJsonObject } from "../../clients/edits/is-json-object.ts";
import { type ClientBases, placeOf, readPlace } from "../../clients/files/client-place.ts";
import type { ClientGround } from "../../clients/files/plan-client.ts";
import type { ClientFile, Edit, Server } from "../../clients/known/client.ts";
import type { ClientName } from "../../clients/known/client-names.ts";
import { CLIENTS } from "../../clients/known/client-table.ts";
import { CLIENT_LISTS, type ClientList, type ClientListPlace, LIST_KEYS } from "./client-lists.ts";

export interface FoundList {
  /** As `planWrite` takes it, without its edits. */
  readonly file: Pick<ClientFile, "base" | "paths">;
  readonly ground: ClientGround;
  readonly list: ClientList;
  /** The servers by their names, as they are written. */
  readonly servers: JsonObject;
  /** The client that the file belongs to, where that is known. */
  readonly client: ClientName | null;
}

/** The nearest list of a client that names servers, or the file itself. Throws a ConfigurationError when there is none. */
export function findClientList(
  named: string,
  { directory, ...ground }: ClientGround & { readonly directory: string },
): FoundList {
  const places = CLIENT_LISTS[named as ClientName];
  if (!places) return readFileList(resolve(directory, named), ground);
  const client = named as ClientName;
  for (const place of places) {
    const servers = serversIn(place, ground.bases);
    if (servers) return { file: place, ground, list: place, servers, client };
  }
  throw new ConfigurationError(
    named,
    `has no list of servers here: ${places.map(({ base, paths }) => `${base}/${paths[0]}`).join(", ")}`,
  );
}

/** Names of clients whose lists are known. */
const CLIENTS_WITH_LISTS: readonly string[] = Object.keys(CLIENT_LISTS);

/** The edits that take servers out and put toolplane in their place, in the client's own form. */
export function replacingEdits(
  { list, client, servers }: FoundList,
  names: readonly string[],
  server: Server,
): readonly Edit[] {
  const own = client === null ? [] : CLIENTS[client].files(server);
  const edits = own.flatMap(({ content }) => (content.format === "whole" ? [] : content.edits));
  const ours = edits.find(({ at }) => at[0] === list.key && at[1] === "toolplane");
  const value: Json =
    ours && "value" in ours ? ours.value : plainEntry(list, server, Object.values(servers));
  return [
    ...names.map((name): Edit => ({ at: [list.key, name], remove: true })),
    { at: [list.key, "toolplane"], value },
  ];
}

/** The form of the entries that stand there. */
function plainEntry(list: ClientList, server: Server, others: readonly Json[]): Json {
  if (server.kind === "http") return { url: server.url };
  const { command, args } = server;
  if (list.key === "mcp") return { type: "local", command: [command, ...args], enabled: true };
  const isTyped = others.some((one) => isJsonObject(one) && one.type !== undefined);
  return { ...(isTyped ? { type: "stdio" } : {}), command, args: [...args] };
}

function serversIn(place: ClientListPlace, bases: ClientBases): JsonObject | null {
  const found = placeOf({ ...place, content: { format: "whole", text: "" } }, bases);
  const text = found && readPlace(found);
  if (!found || text === null) return null;
  const servers = valueAt(readList(text, place, found.path), [place.key]);
  return isJsonObject(servers) && Object.keys(servers).length > 0 ? servers : null;
}

function readList(text: string, { format }: Pick<ClientList, "format">, file: string): JsonObject {
  return format === "toml" ? readToml(text, file) : readJson(text, file);
}

function readFileList(path: string, ground: ClientGround): FoundList {
  if (!statSync(path, { throwIfNoEntry: false })?.isFile())
    throw new ConfigurationError(
      path,
      `is neither a file nor a client whose list is known (${CLIENTS_WITH_LISTS.join(", ")})`,
    );
  const format = path.endsWith(".toml") ? "toml" : "json";
  const base = dirname(path);
  const text = readPlace({ base, path }) ?? "";
  const root = readList(text, { format }, path);
  const key = LIST_KEYS.find((name) => isJsonObject(root[name]));
  if (key === undefined)
    throw new ConfigurationError(path, `has no list of servers (${LIST_KEYS.join(", ")})`);
  return {
    file: { base: "workspace", paths: [basename(path)] },
    ground: { ...ground, bases: { ...ground.bases, workspace: base } },
    list: { format, key },
    servers: root[key] as JsonObject,
    client: clientOf(path),
  };
}

/** A file of a known name is known for its client. */
function clientOf(path: string): ClientName | null {
  const names = Object.entries(CLIENT_LISTS) as readonly [ClientName, readonly ClientListPlace[]][];
  const found = names.find(([, places]) =>
    places.some(({ paths }) => paths.some((one) => path.endsWith(`/${one}`))),
  );
  return found?.[0] ?? null;
}
