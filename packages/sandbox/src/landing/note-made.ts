/** Writes down a file or a folder that was made so that a process could be given it: undo removes it, and all that came into it. */
import { openFolders } from "./disk/open-folders.ts";
import { SIGN_BUDGET, signTree } from "./disk/sign-tree.ts";
import { takeAtOnce } from "./disk/take-turns.ts";
import type { KeeperParts, KeptOutputs } from "./keeper-parts.ts";
import { openKeptList } from "./kept-list.ts";
import { writeLandedList } from "./steps/landed-journal.ts";
import { appendRows } from "./steps/note-outputs.ts";

export async function noteMade(
  path: string,
  kept: KeptOutputs,
  parts: KeeperParts,
): Promise<readonly string[]> {
  const { journal, call, root: folder } = kept;
  const { list, root, at: atOf } = openKeptList(kept, parts);
  const folders = openFolders(folder);
  try {
    const at = atOf(path);
    const signed = takeAtOnce(signTree(folders.to(at), { ...SIGN_BUDGET }));
    // Somebody removed it already.
    if (signed === null) return [];
    const had = { before: false, after: true };
    const entry = { id: parts.nextId(), root, at, had, now: "after", signed } as const;
    const more = { ...list, entries: [...list.entries, entry] };
    writeLandedList(journal, more, { sync: true });
    const fresh = [list.entries.length];
    const atMs = parts.wallMs();
    await appendRows({ ...parts, areNew: true }, { journal, list: more, fresh, call, atMs });
    return [path];
  } finally {
    folders.close();
  }
}
