/** One entry of a folder as git keeps it. A link is a file that holds where it leads. */
export interface TreeEntry {
  readonly name: string;
  /** In hexadecimal. */
  readonly id: string;
  readonly kind: "file" | "tree" | "repository";
}

const TREE = "40000";
const REPOSITORY = "160000";

/** Reads the entries that were not seen before, and adds them to those; null where it does not end where an entry ends. */
export function readTree(
  bytes: Buffer,
  { hashBytes, seen }: { readonly hashBytes: number; readonly seen: Set<string> },
): readonly TreeEntry[] | null {
  const entries: TreeEntry[] = [];
  for (let at = 0; at < bytes.length; ) {
    const end = bytes.indexOf(0, at);
    const next = end + 1 + hashBytes;
    if (end < 0 || next > bytes.length) return null;
    const whole = bytes.toString("latin1", at, next);
    if (!seen.has(whole)) {
      seen.add(whole);
      const mode = whole.slice(0, whole.indexOf(" "));
      entries.push({
        name: bytes.toString("utf8", at + mode.length + 1, end),
        id: bytes.toString("hex", end + 1, next),
        kind: mode === TREE ? "tree" : mode === REPOSITORY ? "repository" : "file",
      });
    }
    at = next;
  }
  return entries;
}
