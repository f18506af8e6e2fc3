/**
 * Patterns about requests: `[METHODS ]HOST[/PATH]`. METHODS are names joined by `|`, or `READ` (GET, HEAD, OPTIONS), or `WRITE` (every
 * other one). The path is a glob as files have, compared without the query. What allows needs to know method and path and compares
 * them exactly; what restricts compares without letter case, and an unknown method or path counts as one that it is about.
 */
import { ConfigurationError, type NetTarget } from "@toolplane/contract";
import { nearestName, readUrlPath, readUrlPathPattern } from "@toolplane/readings";
import { type HostPattern, readHostPattern } from "./host-pattern.ts";
import { compilePathPattern, type PathPattern } from "./path-pattern.ts";

/** The request that a pattern is matched against. */
export type RequestSubject = Pick<NetTarget, "scheme" | "host" | "port" | "method" | "urlPath">;

export interface RequestPattern extends HostPattern {
  /** True when it is about some requests to its hosts, and not about all. */
  readonly narrows: boolean;
  /** The hosts alone. */
  readonly host: HostPattern;
  /** The same pattern for every port of its hosts. */
  readonly anyPort: string;
  matches(target: RequestSubject): boolean;
  matchesBroadly(target: RequestSubject): boolean;
  /** True when all that it is about is known of the request. */
  isKnown(target: RequestSubject): boolean;
  covers(other: RequestPattern): boolean;
  coversBroadly(other: RequestPattern): boolean;
  readonly request: RequestParts;
}

/** Null: any. */
interface RequestParts {
  readonly methods: Methods | null;
  readonly path: PathPattern | null;
}

/** These methods, or all but these. */
interface Methods {
  readonly names: ReadonlySet<string>;
  readonly without: boolean;
}

const READING = ["GET", "HEAD", "OPTIONS"];
const METHODS: readonly string[] = [
  ...READING,
  ..."POST PUT PATCH DELETE TRACE CONNECT PROPFIND PROPPATCH MKCOL COPY MOVE LOCK UNLOCK REPORT SEARCH QUERY".split(
    " ",
  ),
];

/** Compiles a pattern whose variables are expanded; a bad one throws. */
export function compileRequestPattern(text: string): RequestPattern {
  const pattern = readRequestPattern(text);
  if (typeof pattern !== "string") return pattern;
  throw new ConfigurationError(`host pattern "${text.slice(0, 80)}"`, pattern);
}

/** The same, for a text that may be something else: gives what is wrong with it instead of throwing. */
export function readRequestPattern(text: string): RequestPattern | string {
  const [, words, rest = ""] = /^(?:([A-Za-z|-]+) +)?([^ ]*)$/.exec(text) ?? [];
  if (rest.includes("://"))
    return "is not a host: leave out the scheme, as in GET api.example.com/v1/**";
  const slash = rest.indexOf("/");
  const name = slash < 0 ? rest : rest.slice(0, slash);
  const methods = words === undefined ? null : readMethods(words);
  if (typeof methods === "string") return methods;
  const host = readHostPattern(methods === null && slash < 0 ? text : name);
  if (typeof host === "string") return host;
  const path = slash < 0 ? null : readPath(rest.slice(slash));
  if (typeof path === "string") return path;
  if ((methods !== null || path !== null) && name === "")
    return 'a method or a path needs a host before it; "*" is every host';
  return assemble(text, { host, words, request: { methods, path } });
}

/** For a rule that may be about files or commands as well: only with a method before it is a path one of a request. */
export function readLooseRequestPattern(text: string): RequestPattern | string {
  return /^[^ /]*\//.test(text) ? "is a path" : readRequestPattern(text);
}

interface Read {
  readonly host: HostPattern;
  readonly words: string | undefined;
  readonly request: RequestParts;
}

function assemble(text: string, { host, words, request }: Read): RequestPattern {
  const { methods, path } = request;
  const port = host.parts?.port === "default" ? ":*" : "";
  return {
    text,
    literal: host.literal && methods === null && (path === null || path.literal),
    parts: host.parts,
    host,
    request,
    narrows: methods !== null || path !== null,
    anyPort: `${words === undefined ? "" : `${words} `}${host.text}${port}${path?.text ?? ""}`,
    matches: (target) =>
      host.matches(target) && fitsMethod(methods, target.method) && fitsPath(path, target.urlPath),
    matchesBroadly: (target) =>
      host.matchesBroadly(target) &&
      fitsMethodBroadly(methods, target.method) &&
      fitsPathBroadly(path, target.urlPath),
    isKnown: ({ method, urlPath }) =>
      (methods === null || method !== undefined) && (path === null || spelled(urlPath) !== null),
    covers: (other) => host.covers(other.host) && coversRequest(request, other.request),
    coversBroadly: (other) =>
      host.coversBroadly(other.host) && coversRequest(request, other.request),
  };
}

function readMethods(words: string): Methods | string {
  if (words === "READ") return { names: new Set(READING), without: false };
  if (words === "WRITE") return { names: new Set(READING), without: true };
  const names = words.split("|");
  const wrong = names.find((name) => !METHODS.includes(name));
  if (wrong === undefined) return { names: new Set(names), without: false };
  const near = nearestName(wrong.toUpperCase(), [...METHODS, "READ", "WRITE"]);
  const hint = near === null ? "" : `; did you mean ${near}?`;
  return `"${wrong.slice(0, 20)}" is no method (GET, POST|PUT, or READ or WRITE alone)${hint}`;
}

function readPath(text: string): PathPattern | string {
  if (/[?#]/.test(text)) return "a rule looks at the path only: leave out ? and what follows";
  const path = readUrlPathPattern(text);
  if (path === null)
    return "a path has no empty or dot segments, no ; and no encoded slash, dot or percent sign";
  return compilePathPattern(text.length > 1 && text.endsWith("/") ? `${path}/**` : path);
}

function spelled(urlPath: string | undefined): string | null {
  return urlPath === undefined ? null : readUrlPath(urlPath);
}

function fitsMethod(methods: Methods | null, method: string | undefined): boolean {
  if (methods === null) return true;
  if (method === undefined) return false;
  const { names, without } = methods;
  return without ? !names.has(method.toUpperCase()) : names.has(method);
}

// `get` is not `GET` to every server, so it is no reading, and it may be what a rule about GET denies.
function fitsMethodBroadly(methods: Methods | null, method: string | undefined): boolean {
  if (methods === null || method === undefined) return true;
  const { names, without } = methods;
  return without ? !names.has(method) : names.has(method.toUpperCase());
}

function fitsPath(pattern: PathPattern | null, urlPath: string | undefined): boolean {
  if (pattern === null) return true;
  const path = spelled(urlPath);
  return path !== null && pattern.matches(path);
}

function fitsPathBroadly(pattern: PathPattern | null, urlPath: string | undefined): boolean {
  const path = pattern === null ? null : spelled(urlPath);
  return pattern === null || path === null || pattern.matchesFolded(path);
}

function coversRequest(wide: RequestParts, narrow: RequestParts): boolean {
  return coversMethods(wide.methods, narrow.methods) && coversPath(wide.path, narrow.path);
}

function coversMethods(wide: Methods | null, narrow: Methods | null): boolean {
  if (wide === null) return true;
  if (narrow === null) return false;
  const inside = [...narrow.names].every((name) => wide.names.has(name));
  if (!wide.without) return !narrow.without && inside;
  return narrow.without
    ? [...wide.names].every((name) => narrow.names.has(name))
    : [...narrow.names].every((name) => !wide.names.has(name));
}

function coversPath(wide: PathPattern | null, narrow: PathPattern | null): boolean {
  return wide === null || (narrow !== null && wide.covers(narrow));
}
