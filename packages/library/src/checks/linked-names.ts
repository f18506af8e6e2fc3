/** Names of a path through the links of a project: an edit in `core` is one in `src` where that is a link to it. */

/** Links of the project to what lies in it, by path: each with the path that it leads to. */
export type Links = ReadonlyMap<string, string>;

/** Links that lead to links, and no further. */
const MAX_ROUNDS = 4;
const MAX_NAMES = 100;

/** The path itself comes first. */
export function linkedNames(path: string, links: Links): readonly string[] {
  const names = new Set([path]);
  let last = [path];
  for (let round = 0; round < MAX_ROUNDS && last.length > 0; round += 1) {
    const next: string[] = [];
    for (const name of last)
      for (const [link, target] of links) {
        const rest = restBelow(name, target);
        // A link to a folder that it lies in itself would have names without end.
        if (rest === null || restBelow(link, target) !== null || names.size >= MAX_NAMES) continue;
        const other = `${link}${rest}`;
        if (!names.has(other)) next.push(other);
        names.add(other);
      }
    last = next;
  }
  return [...names];
}

/** The path that a link leads to, or the path itself. */
export function linkTarget(path: string, links: Links): string {
  let at = path;
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const next = links.get(at);
    if (next === undefined) return at;
    at = next;
  }
  return at;
}

/** What is left of a path below a folder, with its first `/`; null where it does not lie there. */
function restBelow(path: string, folder: string): string | null {
  if (path === folder) return "";
  return path.startsWith(`${folder}/`) ? path.slice(folder.length) : null;
}
