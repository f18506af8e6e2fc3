/**
 * Puts a file or a link at a spot, whole or not at all. It is made beside the spot under a name that cannot be guessed,
 * exclusively and with mode 0600, brought to disk, and then takes the name in one step. The name is replaced, never the inode, so
 * other hard links keep their content. The thing that was there keeps a second name until the change is settled. Every step goes
 * by the descriptor of a folder that was judged, which `writeWhole` knows nothing of.
 */
import {
  chmodSync,
  closeSync,
  constants,
  fchmodSync,
  fchownSync,
  fsync,
  linkSync,
  openSync,
  renameSync,
  symlinkSync,
  unlinkSync,
  write,
  writeFileSync,
} from "node:fs";
import { promisify } from "node:util";
import { ToolError } from "@toolplane/contract";
import { errorCode } from "@toolplane/readings";
import { type Handle, lookAt, sameThing } from "../../paths/handles/open-handle.ts";
import type { FileMachine } from "../machine/file-machine.ts";
import { systemFault } from "../machine/system-fault.ts";
import { makeParents, type Spot } from "./open-spot.ts";

const syncToDisk = promisify(fsync);
const writeLater = promisify(write);
const NEW_FILE_MODE = 0o666;
/** Set-user-id, set-group-id and sticky never come from a door. */
const MODE_BITS = 0o777;

export type Content =
  | { readonly kind: "file"; readonly bytes: Uint8Array; readonly mode?: number | undefined }
  | { readonly kind: "link"; readonly target: string };

/** Steps to go back, or to let go of the way back. */
export interface Putting {
  /** The name under which what stood there is kept until this is settled. */
  readonly aside: string | null;
  settle(): void;
  takeBack(): void;
}

/** The content to put, and what was there before, for a file system that cannot keep it under a second name. */
export interface PutJob {
  readonly content: Content;
  readonly before: Uint8Array | null;
  readonly goOn: () => void;
}

/** Puts the content at the spot. `goOn` is asked last before the name changes. */
export async function putContent(machine: FileMachine, spot: Spot, job: PutJob): Promise<Putting> {
  const made = spot.parent === null ? makeParents(machine.open, spot) : null;
  const parent = spot.parent ?? (made?.parent as Handle);
  const temporary = temporaryName(machine);
  try {
    await makeTemporary(parent.child(temporary), job.content, spot.node);
    job.goOn();
    requireUnchanged(spot, parent);
    const putting = takeName({ machine, spot, parent, temporary, before: job.before });
    return {
      aside: putting.aside,
      settle() {
        putting.settle();
        made?.done();
      },
      takeBack() {
        putting.takeBack();
        made?.undo();
      },
    };
  } catch (error) {
    tryUnlink(parent.child(temporary));
    made?.undo();
    throw systemFault(error, spot.text);
  }
}

const TEMPORARY = ".toolplane-";

/** A name for something that is only there while a change happens. */
export function temporaryName(machine: FileMachine): string {
  return `${TEMPORARY}${machine.nonce().replace(/[^A-Za-z0-9]/g, "")}`;
}

/** True for a name that nobody else gives: a process that was killed in the middle of a change left what it names. */
export function isTemporaryName(name: string): boolean {
  return name.startsWith(TEMPORARY) && /^[A-Za-z0-9]{32,}$/.test(name.slice(TEMPORARY.length));
}

/** `conflict` when the spot no longer holds what was judged, or its directory was moved away. */
export function requireUnchanged(spot: Spot, parent: Handle): void {
  const found = lookAt(parent.child(spot.name));
  const { node } = spot;
  const same =
    node === null || found === undefined
      ? node === null && found === undefined
      : sameThing(node.stat, found) && (node.kind === "directory" || sameContent(node, found));
  if (!same || !parent.holds())
    throw new ToolError(
      "conflict",
      `${spot.text} was changed by someone else meanwhile: read it again`,
    );
}

function sameContent(node: Handle, found: { mtimeNs: bigint; size: bigint }): boolean {
  return node.stat.mtimeNs === found.mtimeNs && node.stat.size === found.size;
}

async function makeTemporary(
  path: string,
  content: Content,
  replaced: Handle | null,
): Promise<void> {
  if (content.kind === "link") {
    symlinkSync(content.target, path);
    return;
  }
  const { O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW } = constants;
  const fd = openSync(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600);
  try {
    for (let at = 0; at < content.bytes.length; )
      at += (await writeLater(fd, content.bytes, at, content.bytes.length - at, null)).bytesWritten;
    giveOwner(fd, replaced);
    const old = replaced?.kind === "file" ? Number(replaced.stat.mode) : undefined;
    fchmodSync(fd, (content.mode ?? old ?? NEW_FILE_MODE & ~process.umask()) & MODE_BITS);
    await syncToDisk(fd);
  } finally {
    closeSync(fd);
  }
}

/** The owner stays where the system lets us; a file of another group must not open to ours by its mode alone. */
function giveOwner(fd: number, replaced: Handle | null): void {
  if (replaced?.kind !== "file") return;
  try {
    fchownSync(fd, Number(replaced.stat.uid), Number(replaced.stat.gid));
  } catch {
    // Not ours to give away.
  }
}

interface Naming {
  readonly machine: FileMachine;
  readonly spot: Spot;
  readonly parent: Handle;
  readonly temporary: string;
  readonly before: Uint8Array | null;
}

function takeName(naming: Naming): Putting {
  const { machine, spot, parent, temporary } = naming;
  const from = parent.child(temporary);
  const to = parent.child(spot.name);
  if (spot.node === null) {
    takeFreeName(from, to);
    return { aside: null, settle: () => {}, takeBack: () => unlinkSync(to) };
  }
  const asideName = temporaryName(machine);
  const aside = parent.child(asideName);
  const kept = keepAside(to, aside);
  try {
    renameSync(from, to);
  } catch (error) {
    tryUnlink(aside);
    throw error;
  }
  return {
    aside: asideName,
    settle: () => tryUnlink(aside),
    takeBack() {
      if (!kept) writeFileSync(aside, naming.before ?? "", { flag: "wx", mode: 0o600 });
      if (!kept) chmodSync(aside, Number(spot.node?.stat.mode ?? 0o600n) & MODE_BITS);
      renameSync(aside, to);
    },
  };
}

/** A second name for what is about to be replaced; false where the file system or its owner does not let us. */
function keepAside(path: string, aside: string): boolean {
  try {
    linkSync(path, aside);
    return true;
  } catch {
    return false;
  }
}

/** A link fails when the name was taken meanwhile; a rename would replace what took it. */
function takeFreeName(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch (error) {
    const code = errorCode(error);
    if (code === "EEXIST") throw error;
    // A file system without hard links: a look and a rename is the most it offers.
    if (lookAt(to) !== undefined) throw Object.assign(new RangeError("taken"), { code: "EEXIST" });
    renameSync(from, to);
    return;
  }
  unlinkSync(from);
}

/** Takes a temporary name away. */
function tryUnlink(path: string): void {
  try {
    unlinkSync(path);
  } catch {
    // Gone already, or never made.
  }
}
