/**
 * Reads the servers of a client's list. Each client has its own words for the same few facts; all of them are understood in every
 * list, because people copy entries from one client to another. An entry that is not understood is reported, and stays with the
 * client.
 */
import type { Json, JsonObject } from "@toolplane/contract";
import { isJsonObject } from "../../clients/edits/is-json-object.ts";
import type { SourceServer } from "../list/source.ts";
import { plainName } from "../list/source-name.ts";

interface ClientServer {
  /** As the client calls it. */
  readonly written: string;
  /** As it is called here: the same, where that is a plain name. */
  readonly name: string;
  readonly server: SourceServer;
  readonly enabled: boolean;
}

export interface ClientServers {
  readonly servers: readonly ClientServer[];
  /** Those that stay with the client, and why. */
  readonly left: readonly { readonly name: string; readonly reason: string }[];
}

/** `workspace` replaces the client's own word for it. */
export function readClientServers(list: JsonObject, workspace: string): ClientServers {
  const servers: ClientServer[] = [];
  const left: { name: string; reason: string }[] = [];
  const taken = new Set<string>();
  for (const [written, value] of Object.entries(list)) {
    const server = isJsonObject(value) ? serverOf(value, workspace) : "it is no object";
    if (typeof server === "string") left.push({ name: written, reason: server });
    else if (isOurs(server)) continue;
    else {
      const name = freeName(plainName(written), taken);
      taken.add(name);
      servers.push({ written, name, server, enabled: isEnabled(value as JsonObject) });
    }
  }
  return { servers, left };
}

/** A client that uses toolplane already needs nothing in front of it. */
function isOurs(server: SourceServer): boolean {
  if (server.kind !== "program") return false;
  const words = [server.command, ...server.args];
  return words.some((word) => /(?:^|\/)toolplane(?:\.cjs)?$/.test(word)) && words.includes("mcp");
}

function isEnabled({ enabled, disabled }: JsonObject): boolean {
  return enabled !== false && disabled !== true;
}

function freeName(name: string, taken: ReadonlySet<string>): string {
  for (let number = 2; taken.has(name); number += 1) {
    const next = `${name.replace(/-\d+$/, "")}-${number}`;
    if (!taken.has(next)) return next;
  }
  return name;
}

/** The server, or why it cannot be taken over. */
function serverOf(entry: JsonObject, workspace: string): SourceServer | string {
  const { type, command, args, cwd, url, httpUrl, serverUrl } = entry;
  if (type === "sse") return "it speaks the older SSE transport";
  const read = (text: string): string | null => referredValue(text, workspace);
  const words = Array.isArray(command) ? command : [command, ...(Array.isArray(args) ? args : [])];
  if (command !== undefined) {
    const texts = textsOf(words, read);
    const env = valuesOf(entry.env ?? entry.environment, read);
    if (texts === null || env === null) return "it asks for values that only the client has";
    const [program = "", ...rest] = texts;
    if (texts.some((word) => word.includes("${env:")))
      return "its command holds variables; write them as env";
    return {
      kind: "program",
      command: program,
      args: rest,
      env,
      hosts: [],
      unconfined: false,
      ...(typeof cwd === "string" ? { cwd: read(cwd) ?? cwd } : {}),
    };
  }
  const address = httpUrl ?? url ?? serverUrl;
  if (typeof address !== "string" || !URL.canParse(address))
    return "it names neither a command nor an address";
  const headers = headersOf(entry, read);
  if (headers === null) return "it asks for values that only the client has";
  return {
    kind: "address",
    url: address,
    headers,
    oauth: Object.keys(headers).length === 0,
    hosts: [],
  };
}

type Read = (text: string) => string | null;

/** Codex names the variables of headers apart. */
function headersOf(entry: JsonObject, read: Read): Readonly<Record<string, string>> | null {
  const plain = valuesOf(entry.headers ?? entry.http_headers, read);
  const { bearer_token_env_var: bearer, env_http_headers: named } = entry;
  if (plain === null) return null;
  return {
    ...plain,
    ...(typeof bearer === "string" ? { Authorization: `Bearer \${env:${bearer}}` } : {}),
    ...(isJsonObject(named)
      ? Object.fromEntries(Object.entries(named).map(([key, name]) => [key, `env:${name}`]))
      : {}),
  };
}

function valuesOf(given: Json | undefined, read: Read): Readonly<Record<string, string>> | null {
  if (!isJsonObject(given)) return {};
  const values = Object.entries(given).map(([name, value]) => [name, read(String(value))] as const);
  return values.every((pair): pair is readonly [string, string] => pair[1] !== null)
    ? Object.fromEntries(values)
    : null;
}

function textsOf(words: readonly (Json | undefined)[], read: Read): readonly string[] | null {
  const texts = words.map((word) => (typeof word === "string" ? read(word) : null));
  return texts.every((text): text is string => text !== null) ? texts : null;
}

/** Claude Code and Gemini write `${NAME}`, VS Code and Cursor `${env:NAME}`, opencode `{env:NAME}`, Gemini also `$NAME`. */
const VARIABLE = /\$?\{env:([A-Za-z_]\w*)\}|\$\{([A-Za-z_]\w*)(?::-[^}]*)?\}|^\$([A-Za-z_]\w*)$/g;
const WORKSPACE = /\$\{(?:workspaceFolder|workspaceRoot)\}/g;

/**
 * References in a client's list, in our words: `env:NAME` where a variable is the whole value, `${env:NAME}` inside one. Null
 * where the value is something that only the client can ask for.
 */
function referredValue(text: string, workspace: string): string | null {
  if (/\$\{input:/.test(text)) return null;
  const placed = text.replace(WORKSPACE, () => workspace);
  const named = placed.replace(
    VARIABLE,
    (_, one: string, two: string, three: string) => `\${env:${one ?? two ?? three}}`,
  );
  const [, whole] = /^\$\{env:(\w+)\}$/.exec(named) ?? [];
  if (/\$\{(?!env:)/.test(named)) return null;
  return whole === undefined ? named : `env:${whole}`;
}
