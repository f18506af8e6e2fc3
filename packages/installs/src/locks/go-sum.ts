/** Reads `go.sum`: a line for a module's archive, and one for its `go.mod`. */
import type { LockedFile } from "./locked-file.ts";

const LINE = /^(\S+) (v[^\s/]+)(\/go\.mod)? (h1:[A-Za-z0-9+/]{43}=)$/;

export function readGoSum(text: string): readonly LockedFile[] {
  return text.split(/\r?\n/).flatMap((line) => {
    const [, name, version, mod, sum] = LINE.exec(line.trim()) ?? [];
    if (name === undefined || version === undefined || sum === undefined) return [];
    const own = mod === undefined ? sum : `go.mod ${sum}`;
    return [{ manager: "go", name, version, sums: [own] }];
  });
}
