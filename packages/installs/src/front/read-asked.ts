/** Finds the registry that a request is for, and what it asks for there. Where files lie apart is remembered from the pages. */
import { readHostAddress } from "@toolplane/readings";
import type { LockBook } from "../locks/lock-book.ts";
import { cargoProtocol, readCargoFile } from "../protocols/cargo-protocol.ts";
import { goProtocol, goSumProtocol } from "../protocols/go-protocol.ts";
import { npmProtocol } from "../protocols/npm-protocol.ts";
import type { Asked, Protocol, Told } from "../protocols/protocol.ts";
import { pypiProtocol } from "../protocols/pypi-protocol.ts";
import type { Registry } from "../registries/registry.ts";

export const PROTOCOLS: Readonly<Record<Registry["manager"], Protocol>> = {
  npm: npmProtocol,
  pypi: pypiProtocol,
  cargo: cargoProtocol,
  go: goProtocol,
  "go.sum": goSumProtocol,
};

export interface AskedThere {
  readonly registry: Registry;
  readonly asked: Asked;
}

export interface AskedReader {
  /** Null for what no registry's protocol knows. */
  read(url: URL, accept: string): AskedThere | null;
  /** Keeps where a page said that files lie. */
  learn(there: AskedThere, told: Told): void;
  servesOrigin(origin: string): boolean;
}

/** Where the usual registries keep their files. */
const USUAL_FILES: Readonly<Record<string, string>> = {
  "https://pypi.org": "https://files.pythonhosted.org",
  "https://index.crates.io": "https://static.crates.io",
};
const USUAL_DOWNLOADS = "https://static.crates.io/crates";

const MAX_LINKS = 200_000;

export function createAskedReader(
  registries: readonly Registry[],
  book: () => LockBook,
): AskedReader {
  const links = new Map<string, { readonly registry: Registry; readonly name: string }>();
  const downloads = new Map<Registry, string>();
  const origins = new Set<string>();
  for (const registry of registries) {
    const { origin } = registry.url;
    const files = USUAL_FILES[origin];
    for (const one of files === undefined ? [origin] : [origin, files]) origins.add(one);
    if (origin === "https://index.crates.io") downloads.set(registry, USUAL_DOWNLOADS);
  }
  const isOurs = (registry: Registry, { name }: Asked) =>
    registry.manager !== "npm" || registry === npmRegistryOf(registries, registry, name);

  function atRegistry(url: URL, accept: string): AskedThere | null {
    for (const registry of registries) {
      const asked = PROTOCOLS[registry.manager].read({ registry, url, accept });
      if (asked !== null && isOurs(registry, asked)) return { registry, asked };
    }
    return null;
  }
  function atFiles(url: URL): AskedThere | null {
    for (const [registry, place] of downloads) {
      const asked = readCargoFile(place, url);
      if (asked !== null) return { registry, asked };
    }
    return linked(url) ?? linkedMetadata(url);
  }
  function linked(url: URL): AskedThere | null {
    const link = links.get(url.href);
    if (link === undefined) return null;
    const { registry, name } = link;
    return { registry, asked: { kind: "file", name, url, accept: "*/*" } };
  }
  /** The file beside a file in which an index tells what it needs. */
  function linkedMetadata(url: URL): AskedThere | null {
    if (!url.pathname.endsWith(".metadata")) return null;
    const file = new URL(url);
    file.pathname = url.pathname.slice(0, -".metadata".length);
    const found = linked(file);
    if (found === null) return null;
    const { name } = found.asked;
    return { registry: found.registry, asked: { kind: "page", name, url, accept: "*/*" } };
  }
  /** Exactly what a lock says, at a registry's own place for files. */
  function byLock(url: URL): AskedThere | null {
    const file = book().fileAt(url.href);
    if (file === undefined || file.sums.length === 0) return null;
    const { name, version } = file;
    const known = registries.filter((one) => one.manager === file.manager);
    const registry = known.find((one) => one.url.origin === url.origin) ?? known[0];
    if (registry === undefined) return null;
    return { registry, asked: { kind: "file", name, version, url, accept: "*/*" } };
  }
  return {
    read: (url, accept) => atRegistry(url, accept) ?? atFiles(url) ?? byLock(url),
    learn({ registry, asked }, told) {
      const place = URL.parse(told.downloads ?? "");
      if (told.downloads !== undefined && place !== null && mayLieAt(registry, place)) {
        downloads.set(registry, told.downloads);
        origins.add(place.origin);
      }
      if (registry.manager !== "pypi") return;
      for (const href of told.files) {
        if (links.size >= MAX_LINKS) return;
        const file = new URL(href);
        if (!mayLieAt(registry, file)) continue;
        links.set(href, { registry, name: asked.name });
        origins.add(file.origin);
      }
    },
    servesOrigin: (origin) => origins.has(origin),
  };
}

/**
 * A page may say that files lie elsewhere. An address in place of a name says nothing about whose it is, and this machine and its
 * neighbours have no files of a registry that is not there itself.
 */
function mayLieAt(registry: Registry, { origin, protocol, hostname }: URL): boolean {
  if (origin === registry.url.origin) return true;
  const host = hostname.replace(/^\[|\]$/g, "");
  return (
    /^https?:$/.test(protocol) && readHostAddress(host) === null && !/(^|\.)localhost$/.test(host)
  );
}

/** A scope that the person sends to a registry of its own is asked for there and nowhere else. */
function npmRegistryOf(
  registries: readonly Registry[],
  asked: Registry,
  name: string,
): Registry | undefined {
  const scope = name.startsWith("@") ? name.slice(0, name.indexOf("/")) : "";
  const own = registries.filter(({ scopes }) => scopes?.includes(scope));
  if (own.length > 0) return own.find((one) => one === asked);
  return asked.scopes === undefined ? asked : undefined;
}
