import type { Look } from "./look-at.ts";
import { bulkyFolder } from "./scan-writable.ts";
import { restoreLink, takeBack } from "./take-back.ts";

/**
 * Takes back names that appeared between two looks and that rules refuse. Dependencies bring such folders along by the
 * dozen, and nothing reads them there: what lies in `node_modules` stays.
 */
export function takeBackRefused(
  before: Look,
  after: Look,
  isOurs: (path: string) => boolean,
): readonly string[] {
  if (!before.scan.complete && before.refused.size === 0) return [];
  const made = [...after.refused, ...after.links.keys()].filter(
    (path) => !before.refused.has(path) && !before.links.has(path) && isTaken(path) && isOurs(path),
  );
  const replaced = [...before.links].filter(([path, target]) => after.links.get(path) !== target);
  return [
    ...made.filter(takeBack),
    ...replaced.filter(([path, target]) => restoreLink(path, target)).map(([path]) => path),
  ];
}

function isTaken(path: string): boolean {
  const folder = bulkyFolder(path);
  return folder === null || folder.endsWith("/.git");
}
