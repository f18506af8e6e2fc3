/**
 * Takes back new names that a landing would have asked about, where nothing lands: a file that runs by itself, in a folder that nobody
 * lists. What a command changed goes before the same judge as a landing, but for bulky folders; only what is new is removed again,
 * for of a file that was there nobody can say who wrote it last.
 */
import type { Change, OutputJudge } from "@toolplane/contract";
import { toText } from "@toolplane/disk/paths";
import type { Look } from "./look-at.ts";
import { bulkyFolder, changedPaths, newNames } from "./scan-writable.ts";
import { takeBack } from "./take-back.ts";

/** Byte paths that are gone again. */
export function takeBackJudged(
  before: Look,
  after: Look,
  { judge, isOurs }: { readonly judge: OutputJudge; readonly isOurs: (path: string) => boolean },
): readonly string[] {
  const made = newNames(before.scan, after.scan);
  const changed = new Set([...made, ...changedPaths(before.scan, after.scan)]);
  const paths = [...changed].filter((path) => bulkyFolder(path) === null && isOurs(path)).sort();
  const typeOf = (path: string) => (after.scan.links.has(path) ? "link" : "file");
  const kindOf = (path: string) => (made.has(path) ? "added" : "changed");
  const refused = judge({
    changes: paths.map(
      (path): Change => ({
        path: toText(path),
        kind: kindOf(path),
        type: typeOf(path),
        mode: 0,
        bytes: 0,
      }),
    ),
  });
  return paths.filter((path) => made.has(path) && refused.has(toText(path)) && takeBack(path));
}
