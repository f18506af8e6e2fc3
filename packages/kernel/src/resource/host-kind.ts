/** A host and its port. The method counts only where a person's answer is looked for again. */
import type { NetTarget } from "@toolplane/contract";
import type { Kind } from "./kind.ts";

export const hostKind: Kind<NetTarget, "net.fetch"> = {
  isPermission: true,
  subject: "host",
  describe: (target) => `net.fetch ${address(target)}`,
  ask: (target) => `connect to ${address(target)}${target.method ? ` (${target.method})` : ""}`,
  words: ({ host: name, port, method }) => [
    "net.fetch",
    `${name}:${port}${method ? ` ${method}` : ""}`,
  ],
  done: "reached",
  key: address,
  identity: ({ scheme, host: name, port, served = false }) =>
    `net.fetch ${JSON.stringify([scheme, name, port, served])}`,
  coverIdentity: ({ scheme, host: name, port, method = "", served = false }) =>
    `net.fetch ${JSON.stringify([scheme, name, port, method, served])}`,
  isWide: () => false,
  contains: isSameHost,
  names: isSameHost,
  readsOnly: ({ method }, { toolReads }) => toolReads && (method ?? "GET") === "GET",
  hold: () => null,
  // A process reaches its session's own servers by itself, and they lead nowhere else.
  reaches: ({ served }) => (served ? "neither" : "network"),
  pattern({ scheme, host: name, port }) {
    const usual = scheme === "http" ? 80 : 443;
    const bare = name.includes(":") && !name.startsWith("[");
    const written = bare ? `[${name}]` : name;
    return port === usual ? written : `${written}:${port}`;
  },
  widerPattern: () => null,
  withoutContent: (target) => target,
};

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
