/** The addresses that links and images lead to, in full. */
import { attributeOf, type PageTree } from "./page-tree.ts";

/** Turns an address on the page into a full one; null for what leads nowhere. */
export type ResolveLink = (address: string) => string | null;

const MAX_ADDRESS = 2_048;
const KEPT_SCHEMES: ReadonlySet<string> = new Set(["http:", "https:", "mailto:", "tel:", "ftp:"]);

/** An address that is already as parsing would write it; most are, and parsing is the dearest part of a link. */
const IN_FULL =
  /^https?:\/\/[a-z][a-z0-9-]*(?:\.[a-z][a-z0-9-]*)+\/(?!.*\/\.)(?!\.)[\w\-./~%?=&+,;:@!$()*#]*$/;

/** The same from the top of a site: behind the site it belongs to it is such an address. */
const FROM_TOP = /^\/(?![/.])(?!.*\/\.)[\w\-./~%?=&+,;:@!$()*#]*$/;

/** Addresses count from the page's `base`, which counts from the page's own address. */
export function createResolveLink(options: {
  readonly url: string | null;
  readonly base: string | null;
}): ResolveLink {
  const base = URL.parse(options.base ?? "", options.url ?? undefined)?.href ?? options.url;
  const site = base === null ? null : siteOf(base);
  return (address) => {
    if (address.length > MAX_ADDRESS) return null;
    if (IN_FULL.test(address)) return address;
    if (site !== null && FROM_TOP.test(address)) return site + address;
    const text = address.trim();
    if (text === "") return null;
    const url = URL.parse(text, base ?? undefined);
    // Without an address of the page, what is relative stays as it is.
    if (url === null) return /^[a-z][a-z0-9+.-]*:/i.test(text) || base !== null ? null : text;
    return KEPT_SCHEMES.has(url.protocol) ? url.href : null;
  };
}

/** The part before the path of a page of the web; null for any other place. */
function siteOf(base: string): string | null {
  const top = URL.parse("/", base)?.href ?? "";
  return /^https?:/.test(top) ? top.slice(0, -1) : null;
}

/** Where an image lies: its source, or what a script would load in its place. */
export function imageAddress(tree: PageTree, node: number): string | null {
  const source = attributeOf(tree, node, "src");
  if (source && !source.startsWith("data:")) return source;
  const lazy = attributeOf(tree, node, "data-src");
  if (lazy) return lazy;
  const set = attributeOf(tree, node, "srcset") ?? attributeOf(tree, node, "data-srcset");
  return set?.trim().split(/[\s,]/)[0] || null;
}

/** An address as Markdown takes it between parentheses. */
export function linkDestination(address: string): string {
  return /[()<>\s]/.test(address) ? `<${address.replace(/[<>\s]/g, encodeURIComponent)}>` : address;
}
