/** Follows every link of the finished pages: a file that is not there, or an anchor that its page does not have, is a dead one. */
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative } from "node:path";

export function checkSite(folder: string): readonly string[] {
  const pages = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".html"))
    .map((name) => join(folder, name));
  const anchors = new Map(pages.map((page) => [page, anchorsOf(readFileSync(page, "utf8"))]));
  return pages.flatMap((page) => {
    const text = readFileSync(page, "utf8");
    return [...text.matchAll(/\s(?:href|src)="([^"]*)"/g)]
      .map((match) => match[1] ?? "")
      .filter((href) => isDead(href, page, anchors))
      .map((href) => `${relative(folder, page)}: ${href}`);
  });
}

function isDead(
  href: string,
  page: string,
  anchors: ReadonlyMap<string, ReadonlySet<string>>,
): boolean {
  if (/^[a-z]+:/.test(href)) return false;
  const [path = "", anchor] = href.replaceAll("&amp;", "&").split("#");
  const file = path === "" ? page : join(dirname(page), decodeURIComponent(path));
  if (!existsSync(file) || !statSync(file).isFile()) return true;
  return anchor !== undefined && anchor !== "" && anchors.get(file)?.has(anchor) !== true;
}

function anchorsOf(html: string): ReadonlySet<string> {
  return new Set([...html.matchAll(/\sid="([^"]*)"/g)].map((match) => match[1] ?? ""));
}
