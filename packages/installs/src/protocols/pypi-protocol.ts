/**
 * The index protocol of pip, poetry and uv: a page for each name, in HTML or JSON, that says where its files lie. A file is known
 * by the page that named it, so files are read by the front and not here.
 */
import { isRecord } from "@toolplane/readings";
import { Parser } from "htmlparser2";
import { pypiName } from "../locks/pypi-name.ts";
import { textAt } from "../locks/text-at.ts";
import { pathBelow } from "./path-below.ts";
import { type Asked, NOTHING_TOLD, type Protocol, type ProtocolRequest } from "./protocol.ts";

const PAGE = /^([A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?)\/?$/;
const ABOUT = /^([A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?)(?:\/([A-Za-z0-9.!+_-]+))?\/json$/;
const JSON_PAGE = "application/vnd.pypi.simple.v1+json";

export const pypiProtocol: Protocol = {
  read(request) {
    return pageAsked(request) ?? aboutAsked(request);
  },
  tell(asked, text) {
    if (asked.url.pathname.endsWith(".metadata"))
      return { ...NOTHING_TOLD, dependencies: requiredBy(text.split(/\r?\n\r?\n/, 1)[0] ?? "") };
    if (/^\s*\{/.test(text)) return tellJson(asked, JSON.parse(text));
    return { ...NOTHING_TOLD, files: linksOf(asked.url, text) };
  },
  placeOf: (name) => `${name}/`,
};

function pageAsked({ registry, url, accept }: ProtocolRequest): Asked | null {
  const [, said] = PAGE.exec(pathBelow(registry, url) ?? "") ?? [];
  if (said === undefined) return null;
  const name = pypiName(said);
  return {
    kind: "page",
    name,
    url: new URL(`${name}/`, registry.url),
    accept: accept.includes(JSON_PAGE)
      ? `${JSON_PAGE}, application/vnd.pypi.simple.v1+html; q=0.1, text/html; q=0.01`
      : "text/html",
    isRead: true,
  };
}

/** Reads what poetry asks beside the pages: `/pypi/NAME/json`, next to `/simple/`. */
function aboutAsked({ registry, url }: ProtocolRequest): Asked | null {
  if (!registry.url.pathname.endsWith("/simple/")) return null;
  const beside = { ...registry, url: new URL("../pypi/", registry.url) };
  const [, said, version] = ABOUT.exec(pathBelow(beside, url) ?? "") ?? [];
  if (said === undefined) return null;
  const name = pypiName(said);
  const path = version === undefined ? `${name}/json` : `${name}/${version}/json`;
  const asked = {
    kind: "page",
    name,
    url: new URL(path, beside.url),
    accept: "application/json",
    isRead: true,
  } as const;
  return version === undefined ? asked : { ...asked, version };
}

function tellJson({ url }: Asked, page: unknown): ReturnType<Protocol["tell"]> {
  if (!isRecord(page)) return NOTHING_TOLD;
  const info = isRecord(page.info) ? page.info : {};
  const needed: readonly unknown[] = Array.isArray(info.requires_dist) ? info.requires_dist : [];
  const releases = isRecord(page.releases) ? Object.values(page.releases).flat() : [];
  const files = [page.files, page.urls, releases].flatMap((list) =>
    Array.isArray(list) ? list.flatMap((file) => textAt(file, "url") ?? []) : [],
  );
  return {
    dependencies: needed.flatMap((line) => (typeof line === "string" ? named(line) : [])),
    versions: isRecord(page.releases) ? Object.keys(page.releases) : [],
    files: files.flatMap((text) => absolute(text, url.href)),
  };
}

function requiredBy(head: string): readonly { readonly name: string }[] {
  return head
    .split(/\r?\n/)
    .flatMap((line) => (/^requires-dist:/i.test(line) ? named(line.slice(14)) : []));
}

function named(requirement: string): readonly { readonly name: string }[] {
  const [name] = /^\s*[A-Za-z0-9][A-Za-z0-9._-]*/.exec(requirement) ?? [];
  return name === undefined ? [] : [{ name: pypiName(name.trim()) }];
}

function linksOf(page: URL, text: string): readonly string[] {
  const links: string[] = [];
  let base = page.href;
  const parser = new Parser({
    onopentag(tag, { href }) {
      if (href === undefined) return;
      if (tag === "base") base = URL.parse(href, page.href)?.href ?? base;
      else if (tag === "a") links.push(...absolute(href, base));
    },
  });
  parser.end(text);
  return links;
}

/** Without what stands behind `#`, which is never sent. */
function absolute(text: string, base: string): readonly string[] {
  const url = URL.parse(text, base);
  if (url === null || !/^https?:$/.test(url.protocol)) return [];
  url.hash = "";
  return [url.href];
}
