import type { Change, ShownChange } from "@toolplane/contract";

/** A change of a set with its diff, as pages and cards show it. */
export function shownChange(
  { path, kind }: Pick<Change, "path" | "kind">,
  diff: string,
): ShownChange {
  const lines = diff.split("\n").filter((line) => !/^(?:---|\+\+\+) /.test(line));
  const count = (sign: string): number => lines.filter((line) => line.startsWith(sign)).length;
  return {
    path,
    kind: kind === "added" ? "created" : kind,
    diff,
    added: count("+"),
    removed: count("-"),
  };
}
