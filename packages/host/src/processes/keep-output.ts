/**
 * What becomes of output that did not fit: the spool itself, moved, when there is nothing to mask in it, else a masked copy.
 * It goes into the session's folder of the scratch directory, which commands can write to: the folder is opened without
 * following a link and checked, and only its descriptor is used.
 */
import { randomUUID } from "node:crypto";
import { constants } from "node:fs";
import { copyFile, type FileHandle, mkdir, open, readlink, rename, rm } from "node:fs/promises";
import { basename, join } from "node:path";
import { type Redactor, ToolError } from "@toolplane/contract";
import { createSpoolReader } from "./spool-reader.ts";

/** Moves or copies the spool to `target` and resolves to where it lies. The spool is gone afterwards. */
export async function keepOutput(options: {
  readonly spool: string;
  readonly folder: string;
  readonly name: string;
  readonly redactor: Redactor;
}): Promise<string> {
  const { spool, name, redactor } = options;
  const { folder, directory } = await openFolder(options.folder).catch(() =>
    // Somebody put something else in its place: a folder of another name serves as well.
    openFolder(`${options.folder}-${randomUUID()}`),
  );
  try {
    const inside = directory === null ? folder : `/proc/self/fd/${directory.fd}`;
    const target = join(inside, basename(name));
    if (await isClean(spool, redactor)) await move(spool, target);
    else await copyMasked({ spool, target, redactor });
    return join(folder, basename(name));
  } finally {
    await directory?.close();
    await rm(spool, { force: true });
  }
}

/** Null where descriptors have no names; throws when the folder is not the one that was meant. */
async function openFolder(
  folder: string,
): Promise<{ readonly folder: string; readonly directory: FileHandle | null }> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const { O_DIRECTORY, O_NOFOLLOW, O_RDONLY } = constants;
  const directory = await open(folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
  const real = await readlink(`/proc/self/fd/${directory.fd}`).catch(() => null);
  if (real === folder) return { folder, directory };
  await directory.close();
  if (real === null) return { folder, directory: null };
  throw new ToolError("conflict", "The session's scratch folder was replaced by something else.");
}

async function move(spool: string, target: string): Promise<void> {
  try {
    await rename(spool, target);
  } catch {
    await copyFile(spool, target, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
  }
}

/** True when masking would change nothing. Other work goes on between pieces. */
async function isClean(spool: string, redactor: Redactor): Promise<boolean> {
  const stream = redactor.stream();
  let ahead = "";
  const push = (chunk: string): string => {
    ahead += chunk;
    return stream.push(chunk);
  };
  const agrees = (piece: string): boolean => {
    const same = ahead.startsWith(piece);
    ahead = ahead.slice(piece.length);
    return same;
  };
  const reader = createSpoolReader(spool, { stream: () => ({ push, end: () => stream.end() }) });
  try {
    let pieces = 0;
    for (let piece = reader.next(); piece !== null; piece = reader.next()) {
      if (!agrees(piece)) return false;
      pieces += 1;
      if (pieces % PIECES_PER_TURN === 0) await new Promise((resolve) => setImmediate(resolve));
    }
    return agrees(reader.end()) && ahead === "";
  } finally {
    reader.close();
  }
}

const PIECES_PER_TURN = 16;

async function copyMasked(options: {
  readonly spool: string;
  readonly target: string;
  readonly redactor: Redactor;
}): Promise<void> {
  const reader = createSpoolReader(options.spool, options.redactor);
  const file = await open(options.target, "wx", 0o600);
  try {
    for (let piece = reader.next(); piece !== null; piece = reader.next())
      await file.writeFile(piece);
    await file.writeFile(reader.end());
  } finally {
    reader.close();
    await file.close();
  }
}
