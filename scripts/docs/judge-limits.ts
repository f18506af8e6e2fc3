import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** A row that names a place in the code: the code it quotes, and the file that must hold it. */
const CLAIM = /^\|.*\| `([^`|]+)` in \[[^\]]+\]\(([^)]+)\) \|/;

/** Finds claims of the page of limits that the code does not make; its reasons are written by hand, its numbers are compared. */
export function judgeLimits(root: string, page: string): readonly string[] {
  if (!existsSync(join(root, page))) return [];
  const lines = readFileSync(join(root, page), "utf8").split("\n");
  return lines.flatMap((line, index) => {
    if (!/^\| (?!bound)/.test(line)) return [];
    const at = `${page}:${index + 1}`;
    const [, text = "", path = ""] = CLAIM.exec(line) ?? [];
    if (path === "") return [`${at} names no place in the code`];
    const file = join(root, dirname(page), path);
    // The check of links reports a link that leads nowhere.
    if (!existsSync(file) || readFileSync(file, "utf8").includes(text)) return [];
    return [`${at} says \`${text}\`, and ${path} does not`];
  });
}
