/**
 * Brings what a process wrote into an output that is a single file. Its bytes are written into the file that is there, so it cannot
 * be planned as a move. Instead it is kept as a copy, and what is coming is written down before it comes.
 */
import {
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  ftruncateSync,
  futimesSync,
  openSync,
  readSync,
  writeSync,
} from "node:fs";
import { processName } from "@toolplane/disk/ground";
import type { OutputChange, OutputRound } from "@toolplane/disk/journal";
import { below, clearTree, toFsPath } from "@toolplane/disk/paths";
import { folderName } from "./begin-call.ts";
import { lookAt, makeFolder } from "./disk/byte-fs.ts";
import { copyTree } from "./disk/copy-tree.ts";
import { openFolders } from "./disk/open-folders.ts";
import { SIGN_BUDGET, type Signature, signTree } from "./disk/sign-tree.ts";
import { takeAtOnce } from "./disk/take-turns.ts";
import type { KeeperParts, KeptOutputs } from "./keeper-parts.ts";
import { openKeptList } from "./kept-list.ts";
import { NO_CALL, writeState } from "./state/landing-state.ts";
import {
  type LandedEntry,
  type LandedList,
  slotOf,
  writeLandedList,
} from "./steps/landed-journal.ts";
import { appendRows } from "./steps/note-outputs.ts";

export async function fillOutput(
  round: OutputRound,
  kept: KeptOutputs,
  parts: KeeperParts,
): Promise<readonly string[]> {
  const [change] = round.changes();
  if (change === undefined || change.copyTo === null) return [];
  const folder = below(parts.calls, folderName(parts.wallMs(), parts.nonce()));
  try {
    makeFolder(folder);
    writeState(folder, { ...NO_CALL, owner: processName() });
    const coming = below(folder, "in");
    if (!change.copyTo(coming)) return [];
    return await fill(coming, { round, change, kept, parts });
  } finally {
    clearTree(folder);
  }
}

interface Fill {
  readonly round: OutputRound;
  readonly change: OutputChange;
  readonly kept: KeptOutputs;
  readonly parts: KeeperParts;
}

async function fill(
  coming: string,
  { round, change, kept, parts }: Fill,
): Promise<readonly string[]> {
  const { journal, call } = kept;
  const { list, root, at: atOf, entryOf, isOurs, requireRoom } = openKeptList(kept, parts);
  const folders = openFolders(kept.root);
  try {
    const at = atOf(change.path);
    const path = folders.to(at);
    const known = entryOf(at);
    const index = known?.index ?? list.entries.length;
    let { bytes } = list;
    if (known === null) {
      const size = Number(lookAt(path)?.size ?? 0);
      requireRoom(1, size);
      clearTree(slotOf(journal, index, "before"));
      copyTree(path, slotOf(journal, index, "before"));
      bytes += size;
    }
    const had = { before: true, after: true };
    const entry = known?.entry ?? { id: parts.nextId(), root, at, had, now: "after" as const };
    const listed = (signed: Signature | null): LandedList => {
      const now: LandedEntry = { ...entry, signed };
      return { ...list, bytes, entries: list.entries.toSpliced(index, 1, now) };
    };
    // Somebody wrote into it, too: then undo leaves it as it is.
    const isTheirs = known !== null && !isOurs(known.entry, folders.to);
    if (!isTheirs) {
      // Until it is there it is known by its content.
      const ahead = listed({ stat: "coming", content: sign(coming)?.content ?? null });
      writeLandedList(journal, ahead, { sync: known === null });
      const fresh = known === null ? [index] : [];
      const rows = { journal, list: ahead, fresh, call, atMs: parts.wallMs() };
      await appendRows({ ...parts, areNew: true }, rows);
    }
    parts.onStep?.(`fill ${at}`);
    pour(coming, path);
    round.brought([change]);
    if (!isTheirs) writeLandedList(journal, listed(sign(path)), { sync: false });
    return [change.path];
  } finally {
    folders.close();
  }
}

function sign(path: string): Signature | null {
  return takeAtOnce(signTree(path, { ...SIGN_BUDGET }));
}

const PIECE_BYTES = 1_024 * 1_024;

/** Writes the bytes of one file into another that stands, with mode and times. */
function pour(from: string, to: string): void {
  const source = openSync(toFsPath(from), constants.O_RDONLY | constants.O_NOFOLLOW);
  try {
    const target = openSync(toFsPath(to), constants.O_WRONLY | constants.O_NOFOLLOW);
    try {
      const { mode, size, atime, mtime } = fstatSync(source);
      const piece = Buffer.alloc(PIECE_BYTES);
      for (let read = readSync(source, piece); read > 0; read = readSync(source, piece))
        for (let at = 0; at < read; ) at += writeSync(target, piece, at, read - at);
      ftruncateSync(target, size);
      fchmodSync(target, mode & 0o777);
      futimesSync(target, atime, mtime);
    } finally {
      closeSync(target);
    }
  } finally {
    closeSync(source);
  }
}
