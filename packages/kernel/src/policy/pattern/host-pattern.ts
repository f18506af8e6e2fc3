/**
 * Host patterns: `host`, `*.host` (one label or more, never the apex), `*` (any public host); without a port the default
 * port of the scheme, `:n` that port, `:*` any. What allows never reaches this machine or a private network by a
 * wildcard: such an address is matched only where it is itself written. What restricts matches broadly: any port unless
 * one is named, private addresses too, and an IPv6 form of a named IPv4 address or the IPv4 address of a named form.
 */
import { ConfigurationError, type NetTarget } from "@toolplane/contract";
import { canonicalHost, isPublicHost, readHostAddress } from "@toolplane/readings";

/** The host that a pattern is matched against. */
export type HostSubject = Pick<NetTarget, "scheme" | "host" | "port">;

export interface HostPattern {
  readonly text: string;
  readonly literal: boolean;
  matches(target: HostSubject): boolean;
  matchesBroadly(target: HostSubject): boolean;
  /** True when every host that `other` matches is matched by this one, in the reading of what allows. */
  covers(other: HostPattern): boolean;
  /** The same in the reading of what restricts. */
  coversBroadly(other: HostPattern): boolean;
  readonly parts: HostParts | null;
}

/** A parsed pattern. `suffix` begins with a dot. */
interface HostParts {
  readonly host:
    | { readonly kind: "any" }
    | { readonly kind: "suffix"; readonly suffix: string }
    | { readonly kind: "exact"; readonly name: string };
  readonly port: number | "any" | "default";
}

const NOT_A_HOST = "is not a host, *.host or *, with an optional :port";

const DEFAULT_PORTS: Readonly<Record<string, number>> = {
  http: 80,
  https: 443,
  ws: 80,
  wss: 443,
  ftp: 21,
  ssh: 22,
  git: 9418,
};

/** Compiles a host pattern whose variables are expanded. The empty pattern matches nothing; a bad one throws. */
export function compileHostPattern(text: string): HostPattern {
  const pattern = readHostPattern(text);
  if (typeof pattern !== "string") return pattern;
  throw new ConfigurationError(`host pattern "${text.slice(0, 80)}"`, pattern);
}

/** The same, for a text that may be something else: gives what is wrong with it instead of throwing. */
export function readHostPattern(text: string): HostPattern | string {
  const parts = text === "" ? null : parseHost(text);
  if (typeof parts === "string") return parts;
  return {
    text,
    literal: parts !== null && parts.host.kind === "exact" && parts.port !== "any",
    parts,
    matches: (target) => parts !== null && portFits(parts, target) && hostFits(parts, target.host),
    matchesBroadly: (target) =>
      parts !== null &&
      (typeof parts.port !== "number" || parts.port === target.port) &&
      hostFitsBroadly(parts, target.host),
    covers: (other) => coversParts(parts, other.parts, EXACTLY),
    coversBroadly: (other) => coversParts(parts, other.parts, BROADLY),
  };
}

function portFits(parts: HostParts, target: HostSubject): boolean {
  if (parts.port === "any") return true;
  if (parts.port !== "default") return parts.port === target.port;
  const scheme = target.scheme.toLowerCase().replace(/:$/, "");
  return Object.hasOwn(DEFAULT_PORTS, scheme) && DEFAULT_PORTS[scheme] === target.port;
}

function hostFits(parts: HostParts, given: string): boolean {
  const host = canonicalHost(given);
  if (!/^[a-z0-9\-._:]+$/.test(host)) return false;
  if (parts.host.kind === "exact") return host === parts.host.name;
  if (!isPublicHost(host)) return false;
  return parts.host.kind === "any" || isBelow(host, parts.host.suffix);
}

function hostFitsBroadly(parts: HostParts, given: string): boolean {
  const host = canonicalHost(given);
  if (parts.host.kind === "any") return true;
  if (parts.host.kind === "suffix") return isBelow(host, parts.host.suffix);
  if (host === parts.host.name) return true;
  const address = readHostAddress(host);
  if (address === null) return false;
  const own = address.embedded ?? address.text;
  return own === parts.host.name || own === readHostAddress(parts.host.name)?.embedded;
}

function isBelow(host: string, suffix: string): boolean {
  return host.length > suffix.length && host.endsWith(suffix);
}

/** How two patterns are compared: as what allows reads them, or as what restricts does. */
interface CoverReading {
  readonly port: (wide: HostParts["port"], narrow: HostParts["port"]) => boolean;
  /** True when a wildcard matches this host at all. */
  readonly reaches: (name: string) => boolean;
}

const EXACTLY: CoverReading = {
  port: (wide, narrow) => wide === "any" || wide === narrow,
  reaches: isPublicHost,
};

const BROADLY: CoverReading = {
  port: (wide, narrow) => typeof wide !== "number" || wide === narrow,
  reaches: () => true,
};

function coversParts(
  wide: HostParts | null,
  narrow: HostParts | null,
  reading: CoverReading,
): boolean {
  if (narrow === null) return true;
  return (
    wide !== null &&
    reading.port(wide.port, narrow.port) &&
    coversHost(wide.host, narrow.host, reading)
  );
}

function coversHost(
  wide: HostParts["host"],
  narrow: HostParts["host"],
  reading: CoverReading,
): boolean {
  if (wide.kind === "exact") return narrow.kind === "exact" && wide.name === narrow.name;
  if (narrow.kind === "any") return wide.kind === "any";
  if (narrow.kind === "exact" && !reading.reaches(narrow.name)) return false;
  if (wide.kind === "any") return true;
  if (narrow.kind === "exact") return isBelow(narrow.name, wide.suffix);
  return narrow.suffix === wide.suffix || isBelow(narrow.suffix, wide.suffix);
}

function parseHost(text: string): HostParts | string {
  if (/[/\s@]/.test(text)) return NOT_A_HOST;
  const { host, port } = splitPort(text);
  if (port === null) return "a port is a number from 1 to 65535, or *";
  if (host === "*" || host === "**") return { host: { kind: "any" }, port };
  const wild = /^\*{1,2}\.(.+)$/.exec(host);
  const name = asciiName(wild?.[1] ?? host);
  if (name === null) return NOT_A_HOST;
  if (wild === null) return { host: { kind: "exact", name }, port };
  if (readHostAddress(name) !== null) return "an address has no subdomains";
  return { host: { kind: "suffix", suffix: `.${name}` }, port };
}

function splitPort(text: string): {
  readonly host: string;
  readonly port: HostParts["port"] | null;
} {
  const bracketed = /^(\[[^\]]*\])(?::(.*))?$/.exec(text);
  const plain = bracketed ?? /^([^:]*)(?::([^:]*))?$/.exec(text);
  // More than one colon without brackets: a bare IPv6 address.
  if (plain === null) return { host: text, port: "default" };
  const [, host = "", port] = plain;
  if (port === undefined) return { host, port: "default" };
  if (port === "*") return { host, port: "any" };
  const number = /^[0-9]{1,5}$/.test(port) ? Number(port) : 0;
  return { host, port: number >= 1 && number <= 65_535 ? number : null };
}

function asciiName(host: string): string | null {
  const ascii = /[^\0-\x7f]/.test(host) ? URL.parse(`http://${host}/`)?.hostname : host;
  if (ascii === undefined) return null;
  const name = canonicalHost(ascii);
  const isName = /^[a-z0-9_-]+(?:\.[a-z0-9_-]+)*$/.test(name);
  return isName || readHostAddress(name) !== null ? name : null;
}
