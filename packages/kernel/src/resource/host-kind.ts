/**
 * A host and its port, and where it is known the request. Method and path count where a rule is about them; a person's answer that
 * no such rule asked for is about the host and, where it is looked for again, the method.
 */
import type { NetTarget, WantedPackage } from "@toolplane/contract";
import { escapeGlob, readUrlPath } from "@toolplane/readings";
import type { Kind } from "./kind.ts";

export const hostKind: Kind<NetTarget, "net.fetch"> = {
  isPermission: true,
  subject: "host",
  describe: (target) => `net.fetch ${address(target)}`,
  ask: (target) =>
    target.package ? packageText(target.package, target.host) : `connect to ${requested(target)}`,
  words: ({ host: name, port, method, urlPath, package: wanted }) => [
    "net.fetch",
    wanted ? packageText(wanted, name) : `${name}:${port}${part(method)}${part(urlPath)}`,
  ],
  done: "reached",
  key: address,
  identity: ({ scheme, host: name, port, served = false }) =>
    `net.fetch ${JSON.stringify([scheme, name, port, served])}`,
  // Until tools said so, a request to read had no method.
  coverIdentity: ({ scheme, host: name, port, method = "", served = false }) =>
    `net.fetch ${JSON.stringify([scheme, name, port, method === "GET" ? "" : method, served])}`,
  isWide: () => false,
  contains: isSameHost,
  names: isSameHost,
  readsOnly: ({ method }, { toolReads }) => toolReads && (method ?? "GET") === "GET",
  hold: () => null,
  // A process reaches its session's own servers by itself, and they lead nowhere else.
  reaches: ({ served }) => (served ? "neither" : "network"),
  pattern: hostPattern,
  widerPattern: () => null,
  withoutContent: ({ urlPath: _path, ...target }) => target,
};

/** The same as `describe`, with what is known of the request. */
export function describeRequest(target: NetTarget): string {
  const { method, urlPath } = target;
  return `net.fetch ${method === undefined ? "" : `${method} `}${address(target)}${urlPath ?? ""}`;
}

/** The pattern about exactly this request; null where method or path are not known for certain. */
export function requestPattern(target: NetTarget): string | null {
  const { method, urlPath } = target;
  const path = urlPath === undefined ? null : readUrlPath(urlPath);
  if (method === undefined || path === null) return null;
  return `${method} ${hostPattern(target)}${escapeGlob(path)}`;
}

/** True when an answer about the one is an answer about the other. What was not known when it was given is left aside. */
export function answersRequest(given: NetTarget, asked: NetTarget): boolean {
  return (
    isSameHost(given, asked) &&
    (given.method === undefined || given.method === asked.method) &&
    (given.urlPath === undefined || given.urlPath === asked.urlPath) &&
    given.package?.version === asked.package?.version
  );
}

function hostPattern({ scheme, host: name, port }: NetTarget): string {
  const usual = scheme === "http" ? 80 : 443;
  const bare = name.includes(":") && !name.startsWith("[");
  const written = bare ? `[${name}]` : name;
  return port === usual ? written : `${written}:${port}`;
}

function requested(target: NetTarget): string {
  const { method, urlPath } = target;
  const request = `${method ?? ""}${part(urlPath)}`.trim();
  return `${address(target)}${request === "" ? "" : ` (${request})`}`;
}

function packageText({ name, version, near }: WantedPackage, host: string): string {
  const which = version === undefined ? name : `${name} ${version}`;
  const warning =
    near === undefined ? "" : `; one letter away from ${near}, which the lock file names`;
  return `install ${which} from ${host} (not in the lock file${warning})`;
}

function part(text: string | undefined): string {
  return text === undefined ? "" : ` ${text}`;
}

function address({ scheme, host: name, port }: NetTarget): string {
  return `${scheme}://${name}:${port}`;
}

function isSameHost(one: NetTarget, other: NetTarget): boolean {
  return (
    one.scheme === other.scheme &&
    one.host === other.host &&
    one.port === other.port &&
    one.served === other.served
  );
}
