/**
 * Chooses where the requests of an operation go: the first server that can be used, the operation's own before its path's
 * before the document's. A relative one is relative to where the description was found. Private addresses are no fault here:
 * the rules and the door decide about them; they are noted.
 */
import { ConfigurationError } from "@toolplane/contract";
import type { OpenApiDocument } from "../document/read-document.ts";
import {
  listIn,
  memberOf,
  objectIn,
  plainTextIn,
  type SpecObject,
  textIn,
  textsIn,
} from "../document/spec-value.ts";

export interface ServerOptions {
  /** Takes the place of every server that the description names. */
  readonly baseUrl?: string;
  /** Where the description was found. */
  readonly location?: string;
  /** Values for the variables of server addresses; their defaults unless given. */
  readonly serverVariables?: Readonly<Record<string, string>>;
}

export interface Server {
  readonly origin: string;
  /** With its port where that is not the usual one, as people write rules. */
  readonly host: string;
  readonly hostname: string;
  /** Without a slash at its end. */
  readonly path: string;
}

type ServerChoice = Server | { readonly reason: string };

export type ChooseServer = (item: SpecObject, operation: SpecObject) => ServerChoice;

const MAX_ADDRESS = 2_000;

export function createServerChoice(
  document: OpenApiDocument,
  options: ServerOptions,
): ChooseServer {
  const { baseUrl } = options;
  if (baseUrl !== undefined) {
    const fixed = readAddress(baseUrl, undefined);
    if ("reason" in fixed) throw new ConfigurationError("baseUrl", fixed.reason);
    return () => fixed;
  }
  const { root, version } = document;
  if (version === "2.0") return (_item, operation) => chooseLegacy(root, operation, options);
  const known = new Map<unknown, ServerChoice>();
  return (item, operation) => {
    const named = [operation, item, root]
      .map((holder) => memberOf(holder, "servers"))
      .find((list) => Array.isArray(list) && list.length > 0);
    // By the list itself, which many operations may share.
    const choice = known.get(named) ?? chooseFirst(named ?? [{ url: "/" }], options);
    known.set(named, choice);
    return choice;
  };
}

function chooseFirst(servers: unknown, options: ServerOptions): ServerChoice {
  let first: ServerChoice | null = null;
  for (const server of listIn({ servers }, "servers")) {
    const text = fillVariables(server, options.serverVariables ?? {});
    const choice = typeof text === "string" ? readAddress(text, options.location) : text;
    if (!("reason" in choice)) return choice;
    first ??= choice;
  }
  return first ?? { reason: "it names no server" };
}

function fillVariables(
  server: unknown,
  given: Readonly<Record<string, string>>,
): string | { readonly reason: string } {
  const template = textIn(server, "url") ?? "";
  if (template.length > MAX_ADDRESS) return { reason: "its server address is too long" };
  const variables = objectIn(server, "variables");
  let missing: string | null = null;
  const text = template.replace(/\{([^{}]{1,100})\}/g, (_whole, name: string) => {
    const variable = memberOf(variables, name);
    const values = textsIn(variable, "enum");
    const own = Object.hasOwn(given, name) ? given[name] : undefined;
    if (own !== undefined && values.length > 0 && !values.includes(own))
      throw new ConfigurationError(
        `serverVariables.${name}`,
        `the description allows ${values.slice(0, 20).join(", ")}`,
      );
    const value = own ?? plainTextIn(variable, "default") ?? values[0];
    if (value === undefined) missing = name;
    // An address may name a variable a thousand times, so a long value would make it endless.
    return (value ?? "").slice(0, MAX_ADDRESS);
  });
  if (missing === null && text.length > MAX_ADDRESS)
    return { reason: "its server address is too long" };
  if (missing === null) return text;
  return { reason: `its server address needs a value for {${missing}}: give serverVariables` };
}

function chooseLegacy(
  root: SpecObject,
  operation: SpecObject,
  { location }: ServerOptions,
): ServerChoice {
  // A host with its scheme, or with a slash at its end, is no host, but its meaning is plain.
  const [, written, host = ""] =
    /^(?:(https?):\/\/)?(.*?)\/*$/is.exec((textIn(root, "host") ?? "").slice(0, 1_000)) ?? [];
  const own = textsIn(operation, "schemes");
  const schemes = own.length > 0 ? own : textsIn(root, "schemes");
  const base = textIn(root, "basePath") ?? "/";
  if (host === "") return readAddress(base, location);
  const usual = written?.toLowerCase() ?? (location?.startsWith("http:") ? "http" : "https");
  const usable = ["https", "http"].find((scheme) => schemes.includes(scheme));
  if (schemes.length > 0 && usable === undefined)
    return { reason: `it is reached by ${schemes.slice(0, 4).join(", ")}, not by http` };
  return readAddress(
    `${usable ?? usual}://${host}${base.startsWith("/") ? "" : "/"}${base}`,
    location,
  );
}

function readAddress(text: string, location: string | undefined): ServerChoice {
  // Without a scheme, and found nowhere that has one.
  const isBare = text.startsWith("//") && location === undefined;
  const url = URL.parse(isBare ? `https:${text}` : text, location);
  const shown = JSON.stringify(text.slice(0, 120));
  if (url === null)
    return {
      reason: `its server address ${shown} is not complete: give baseUrl, or the location of the description`,
    };
  if (url.protocol !== "http:" && url.protocol !== "https:")
    return { reason: `its server address ${shown} is not http or https` };
  // A URL may hold a star, which in a requirement would match other hosts.
  if (!/^(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])$/.test(url.hostname))
    return { reason: `its server address ${shown} names no host` };
  if (url.username !== "" || url.password !== "")
    return { reason: "its server address holds a user name or a password" };
  const path = url.pathname.endsWith("/") ? url.pathname.slice(0, -1) : url.pathname;
  return { origin: url.origin, host: url.host, hostname: url.hostname, path };
}
