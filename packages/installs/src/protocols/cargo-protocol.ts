/** The sparse protocol of Cargo: one file about the index, one for each name, and files where the first says. */
import { isRecord } from "@toolplane/readings";
import { textAt } from "../locks/text-at.ts";
import { pathBelow } from "./path-below.ts";
import { type Asked, NOTHING_TOLD, type Protocol, type Told } from "./protocol.ts";

const NAME = /^[a-z0-9_-]{1,64}$/;
const CONFIG = "config.json";

export const cargoProtocol: Protocol = {
  read({ registry, url }) {
    const path = pathBelow(registry, url) ?? "";
    const made = { accept: "*/*", url: new URL(path, registry.url) };
    if (path === CONFIG) return { kind: "plain", name: "", isRead: true, ...made };
    const name = path.replace(/^.*\//, "");
    if (!NAME.test(name) || path !== indexPath(name)) return null;
    return { kind: "page", name, ...made };
  },
  tell({ kind }, text) {
    if (kind === "plain") return toldByConfig(JSON.parse(text));
    const versions: string[] = [];
    const names = new Set<string>();
    for (const line of text.split("\n")) {
      if (line.trim() === "") continue;
      const release: unknown = JSON.parse(line);
      versions.push(textAt(release, "vers") ?? "");
      const needed = isRecord(release) && Array.isArray(release.deps) ? release.deps : [];
      for (const one of needed) {
        const name = (textAt(one, "package") ?? textAt(one, "name") ?? "").toLowerCase();
        if (textAt(one, "kind") !== "dev" && NAME.test(name)) names.add(name);
      }
    }
    return { dependencies: [...names].map((name) => ({ name })), versions, files: [] };
  },
  placeOf: indexPath,
};

function toldByConfig(config: unknown): Told {
  const downloads = textAt(config, "dl");
  return downloads === undefined ? NOTHING_TOLD : { ...NOTHING_TOLD, downloads };
}

function indexPath(name: string): string {
  if (name.length < 3) return `${name.length}/${name}`;
  if (name.length === 3) return `3/${name[0]}/${name}`;
  return `${name.slice(0, 2)}/${name.slice(2, 4)}/${name}`;
}

const TAILS = [/\/([^/]+)\/([^/]+)\/download$/, /\/([^/]+?)-(\d[^/]*)\.crate$/];

/** The file that is asked for at a place for downloads, or null. */
export function readCargoFile(downloads: string, url: URL): Asked | null {
  for (const tail of TAILS) {
    const [, name, version] = tail.exec(url.pathname) ?? [];
    if (name === undefined || version === undefined || !NAME.test(name.toLowerCase())) continue;
    const made = URL.parse(fileUrl(downloads, name, version));
    if (made?.href === url.href)
      return { kind: "file", name: name.toLowerCase(), version, url: made, accept: "*/*" };
  }
  return null;
}

function fileUrl(downloads: string, name: string, version: string): string {
  if (!downloads.includes("{"))
    return `${downloads.replace(/\/$/, "")}/${name}/${version}/download`;
  const folder = (text: string) => indexPath(text).replace(/\/[^/]*$/, "");
  return downloads
    .replaceAll("{crate}", name)
    .replaceAll("{version}", version)
    .replaceAll("{prefix}", folder(name))
    .replaceAll("{lowerprefix}", folder(name.toLowerCase()));
}
