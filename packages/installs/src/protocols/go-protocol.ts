/** The protocol of Go's module proxies, and of its database of sums. Capital letters are written `!a` in both. */
import { textAt } from "../locks/text-at.ts";
import { pathBelow } from "./path-below.ts";
import { NOTHING_TOLD, type Protocol, type Told } from "./protocol.ts";

const MODULE = /^[a-z0-9~_.-]+\.[a-z0-9~_.-]+(?:\/[A-Za-z0-9~_.-]+)*$/;
const ABOUT = /^(.+)\/@(?:v\/list|latest)$/;
const FILE = /^(.+)\/@v\/([A-Za-z0-9~_.+!-]+)\.(info|mod|zip)$/;

export const goProtocol: Protocol = {
  read({ registry, url }) {
    const path = pathBelow(registry, url) ?? "";
    const [, about] = ABOUT.exec(path) ?? [];
    const [, module, release, kind] = FILE.exec(path) ?? [];
    const name = unescaped(about ?? module ?? "");
    if (!MODULE.test(name)) return null;
    const made = { name, url: new URL(path, registry.url), accept: "*/*" };
    if (release === undefined) return { kind: "page", ...made };
    const version = unescaped(release);
    if (kind === "info") return { kind: "page", version, ...made };
    return { kind: "file", version, summed: kind === "mod" ? "go.mod" : "go.zip", ...made };
  },
  tell({ url }, text): Told {
    if (url.pathname.endsWith(".mod")) return { ...NOTHING_TOLD, dependencies: requiredBy(text) };
    if (url.pathname.endsWith("/@v/list"))
      return { ...NOTHING_TOLD, versions: text.split("\n").map((line) => line.trim()) };
    return { ...NOTHING_TOLD, versions: [textAt(JSON.parse(text), "Version") ?? ""] };
  },
  placeOf: escaped,
};

const LOOKUP = /^lookup\/(.+)@(v[A-Za-z0-9~_.+!-]+)$/;
const TILE = /^(?:latest|tile\/8\/(?:\d|data)(?:\/x?\d{3}){1,4}(?:\.p\/\d{1,3})?)$/;

/** `plain` here means numbered parts of the database, which are let through only beside a package that a person allowed. */
export const goSumProtocol: Protocol = {
  read({ registry, url }) {
    const path = pathBelow(registry, url) ?? "";
    const made = { url: new URL(path, registry.url), accept: "*/*" };
    if (TILE.test(path)) return { kind: "plain", name: "", ...made };
    const [, module = "", version = ""] = LOOKUP.exec(path) ?? [];
    const name = unescaped(module);
    return MODULE.test(name) ? { kind: "page", name, version: unescaped(version), ...made } : null;
  },
  tell: () => NOTHING_TOLD,
  placeOf: escaped,
};

function unescaped(text: string): string {
  return text.replace(/!([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

function escaped(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => `!${letter.toLowerCase()}`);
}

const REQUIRED = /^\s*(?:require\s+)?([a-z0-9~_.-]+\.[A-Za-z0-9~_./-]+)\s+(v[^\s/]+)/;

/** Lists what a `go.mod` requires. Lines of its other parts name modules too, and those may be asked for as well. */
function requiredBy(text: string): Told["dependencies"] {
  return text.split(/\r?\n/).flatMap((line) => {
    const [, name, version] = REQUIRED.exec(line) ?? [];
    return name === undefined || version === undefined ? [] : [{ name, version }];
  });
}
