/**
 * Keeps output that did not fit: the spool itself, moved, when there is nothing to mask in it, else a masked copy. It goes into
 * the session's folder of the scratch directory, which commands can write to: the folder is opened without following a link and
 * checked, and only its descriptor is used.
 */
import { randomUUID } from "node:crypto";
import { closeSync, constants, openSync, readSync, writeSync } from "node:fs";
import { copyFile, type FileHandle, mkdir, open, readlink, rename, rm } from "node:fs/promises";
import { basename, join } from "node:path";
import { ToolError } from "@toolplane/contract";
import type { Redactor } from "@toolplane/contract/ports";
import { createByteMasker } from "./byte-masker.ts";
import type { SpoolScan } from "./spool-scan.ts";

/** Moves or copies the spool to `target` and resolves to where it lies. The spool is gone afterwards. */
export async function keepOutput(options: {
  readonly spool: string;
  readonly folder: string;
  readonly name: string;
  readonly redactor: Redactor;
  /** The scan of this spool, by the same redactor. */
  readonly scan: SpoolScan;
}): Promise<string> {
  const { spool, name, redactor, scan } = options;
  const { folder, directory } = await openFolder(options.folder).catch(() =>
    // Something else was put in its place: a folder of another name serves as well.
    openFolder(`${options.folder}-${randomUUID()}`),
  );
  try {
    const inside = directory === null ? folder : `/proc/self/fd/${directory.fd}`;
    const target = join(inside, basename(name));
    if (await scan.isClean()) await move(spool, target);
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

async function copyMasked(options: {
  readonly spool: string;
  readonly target: string;
  readonly redactor: Redactor;
}): Promise<void> {
  const source = openSync(options.spool, "r");
  const target = openSync(options.target, "wx", 0o600);
  try {
    const { redactor } = options;
    const sink = {
      pass: (bytes: Uint8Array) => writeAll(target, bytes),
      write: (text: string) => writeAll(target, Buffer.from(text)),
    };
    const masker = createByteMasker({ redactor, sink });
    let turn = 0;
    for (let position = 0; ; ) {
      const room = masker.room();
      const count = readSync(source, room, 0, room.length, position);
      if (count === 0) break;
      masker.take(count);
      position += count;
      turn += count;
      if (turn < BYTES_PER_TURN) continue;
      turn = 0;
      await new Promise((resolve) => setImmediate(resolve));
    }
    masker.end();
  } finally {
    closeSync(source);
    closeSync(target);
  }
}

/** Between two of these other work has its turn. */
const BYTES_PER_TURN = 1_024 * 1_024;

function writeAll(descriptor: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(descriptor, bytes, at, bytes.length - at);
}
