/** The registry protocol of npm, pnpm and yarn: a page for each name, files below `/-/`. */
import { isRecord } from "@toolplane/readings";
import { textAt } from "../locks/text-at.ts";
import { pathBelow } from "./path-below.ts";
import type { Asked, Protocol, ProtocolRequest, Told } from "./protocol.ts";

const NAME = /^(?:@[a-z0-9~._-]+\/)?[a-z0-9~_-][a-z0-9~._-]*$/i;
const FILE = /^((?:@[^/]+\/)?[^/]+)\/-\/([^/]+)\.tgz$/;
const VERSION = /^[0-9A-Za-z.+-]+$/;
const SHORT = "application/vnd.npm.install-v1+json";

export const npmProtocol: Protocol = {
  read(request) {
    const path = pathBelow(request.registry, request.url);
    if (path === null) return null;
    return pageAsked(request, path) ?? fileAsked(request, path);
  },
  tell(_asked, text): Told {
    const page: unknown = JSON.parse(text);
    const versions = isRecord(page) && isRecord(page.versions) ? page.versions : {};
    const names = new Set<string>();
    const files: string[] = [];
    for (const one of Object.values(versions)) {
      if (!isRecord(one)) continue;
      for (const key of ["dependencies", "optionalDependencies", "peerDependencies"])
        for (const name of dependencyNames(one[key])) names.add(name);
      const file = textAt(one.dist, "tarball");
      if (file !== undefined) files.push(file);
    }
    return { dependencies: [...names].map((name) => ({ name })), versions: [], files };
  },
  placeOf: (name) => name,
};

const ALIAS = /^npm:((?:@[^@/]+\/)?[^@/]+)(?:@.*)?$/;

function dependencyNames(table: unknown): readonly string[] {
  if (!isRecord(table)) return [];
  return Object.entries(table)
    .map(([name, range]) => (typeof range === "string" ? ALIAS.exec(range)?.[1] : null) ?? name)
    .filter((name) => NAME.test(name));
}

function pageAsked({ registry, accept }: ProtocolRequest, path: string): Asked | null {
  if (!NAME.test(path)) return null;
  return {
    kind: "page",
    name: path,
    url: new URL(path.replace("/", "%2f"), registry.url),
    accept: accept.includes(SHORT) ? `${SHORT}; q=1.0, application/json; q=0.8, */*` : "*/*",
  };
}

function fileAsked({ registry }: ProtocolRequest, path: string): Asked | null {
  const [, name, file] = FILE.exec(path) ?? [];
  if (name === undefined || file === undefined || !NAME.test(name)) return null;
  const start = `${name.replace(/^.*\//, "")}-`;
  const version = file.slice(start.length);
  if (!file.startsWith(start) || !VERSION.test(version)) return null;
  const url = new URL(`${name}/-/${start}${version}.tgz`, registry.url);
  return { kind: "file", name, version, url, accept: "*/*" };
}
