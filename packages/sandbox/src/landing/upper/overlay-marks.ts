/**
 * Reads the marks that an overlay wrote beside a name in its upper layer: that a folder hides the one below it, and from which
 * file something was copied up. Both are extended attributes, which Node cannot read; GNU tar writes them into its headers.
 * Commands cannot forge them: the overlay keeps these very names for itself, and stores an attribute that a command names so
 * under a longer one.
 */
import { ToolError } from "@toolplane/contract";
import { toText } from "@toolplane/disk/paths";
import { type ProgramOutput, type RunProgram, runProgram } from "./run-program.ts";

export interface OverlayMarks {
  /** The folder shows nothing of the one below. */
  readonly opaque: boolean;
  /** The handle of the file it was copied from; null when it was made new. */
  readonly origin: Buffer | null;
  /** It carries attributes that are not the overlay's: an access list, or what a program wrote there. */
  readonly hasMore: boolean;
}

const BLOCK = 512;
/** Of a header's fields: size, checksum and type. */
const SIZE_AT = 124;
const SUM_AT = 148;
const TYPE_AT = 156;
/** A header of attributes. */
const EXTENDED = 0x78;
const OPAQUE = "SCHILY.xattr.user.overlay.opaque";
const ORIGIN = "SCHILY.xattr.user.overlay.origin";
const ATTRIBUTE = "SCHILY.xattr.";
/** Bytes that folders carry in the mean. A command decides what it attaches to them, and this is held in memory. */
const MOST_ATTRIBUTES = 16 * 1024;
/** The system labels what is made, so a new folder has its own. */
const NOT_MORE = /^SCHILY\.xattr\.(?:user\.overlay|security)\./;
/** Folders that are asked of by another process: what they carry lies in a file meanwhile. */
const MOST_BESIDE = 1_000;
const FOLDERS = ["--xattrs-include=*"];
const FILE = ["--xattrs-include=user.overlay.opaque", "--xattrs-include=user.overlay.origin"];
const FORM = "--format=pax --no-recursion --null --no-unquote -b1 -cf - -T -".split(" ");

/** Marks of folders, by their byte paths relative to the upper layer. Throws `unavailable` where they cannot be read. */
export async function readFolderMarks(
  upper: string,
  folders: readonly string[],
  run?: RunProgram,
): Promise<ReadonlyMap<string, OverlayMarks>> {
  if (folders.length === 0) return new Map();
  const { bytes, complete } = await runTar(upper, folders, {
    include: FOLDERS,
    maxBytes: folders.length * MOST_ATTRIBUTES,
    ...(run === undefined || folders.length > MOST_BESIDE ? {} : { run }),
  });
  const marks = parseHeaders(bytes);
  if (!complete || marks.length !== folders.length) throw unreadable();
  return new Map(folders.map((folder, index) => [folder, marks[index] as OverlayMarks]));
}

/** Marks of one file, without reading what it holds. */
export async function readFileMarks(upper: string, file: string): Promise<OverlayMarks> {
  // The header of a file is its marks, its name and one more block: far below this.
  const { bytes } = await runTar(upper, [file], { include: FILE, maxBytes: 32 * 1024 });
  const [marks] = parseHeaders(bytes);
  if (marks === undefined) throw unreadable();
  return marks;
}

/**
 * Has an upper folder hide the one below it, or show it, in one step: what lies in it stays. Node cannot write attributes either, so GNU
 * tar reads the header of the folder and puts it back with another mark.
 */
export async function markOpaque(
  upper: string,
  folder: string,
  { hides }: { readonly hides: boolean },
): Promise<void> {
  const { bytes } = await runTar(upper, [folder], { include: FOLDERS, maxBytes: MOST_ATTRIBUTES });
  const [marks] = parseHeaders(bytes);
  if (marks === undefined) throw unreadable();
  if (marks.opaque === hides) return;
  const put = await runProgram({
    argv: ["tar", "--xattrs", ...FOLDERS, "-p", "--numeric-owner", "-b1", "-xf", "-"],
    cwd: toText(upper),
    input: withMark(bytes, hides ? "y" : "n"),
    maxBytes: BLOCK,
  });
  if (put?.complete !== true) throw unreadable();
}

/** The kernel takes every other value than `y` for no mark at all. */
function withMark(archive: Buffer, value: "y" | "n"): Buffer {
  const size = sizeAt(archive, 0);
  if (archive[TYPE_AT] !== EXTENDED) throw unreadable();
  const others = [...recordsOf(archive.subarray(BLOCK, BLOCK + size))].filter(
    ([key]) => key !== OPAQUE,
  );
  const body = Buffer.concat([...others, [OPAQUE, Buffer.from(value)] as const].map(recordOf));
  const head = Buffer.from(archive.subarray(0, BLOCK));
  head.write(`${body.length.toString(8).padStart(11, "0")}\0`, SIZE_AT, "latin1");
  head.fill(" ", SUM_AT, SUM_AT + 8);
  const sum = head.reduce((all, byte) => all + byte, 0);
  head.write(`${sum.toString(8).padStart(6, "0")}\0 `, SUM_AT, "latin1");
  const filler = Buffer.alloc(padded(body.length) - body.length);
  return Buffer.concat([head, body, filler, archive.subarray(BLOCK + padded(size))]);
}

function recordOf([key, value]: readonly [string, Buffer]): Buffer {
  const rest = Buffer.concat([Buffer.from(` ${key}=`, "latin1"), value, Buffer.from("\n")]);
  let length = rest.length + 1;
  while (String(length).length + rest.length > length) length += 1;
  return Buffer.concat([Buffer.from(String(length)), rest]);
}

function unreadable(): ToolError {
  return new ToolError(
    "unavailable",
    "What the command replaced cannot be read: GNU tar with --xattrs is needed",
  );
}

async function runTar(
  upper: string,
  names: readonly string[],
  how: {
    readonly include: readonly string[];
    readonly maxBytes: number;
    readonly run?: RunProgram;
  },
): Promise<ProgramOutput> {
  const { include, maxBytes, run } = how;
  const program = {
    argv: ["tar", "--xattrs", ...include, ...FORM],
    // The upper layer is named by its folder; a name in it never begins with a dash.
    cwd: toText(upper),
    input: Buffer.from(names.map((name) => `./${name}\0`).join(""), "latin1"),
    maxBytes,
  } as const;
  const output = (await run?.(program)) ?? (await runProgram(program));
  if (output === null) throw unreadable();
  return output;
}

function parseHeaders(bytes: Buffer): readonly OverlayMarks[] {
  const found: OverlayMarks[] = [];
  let opaque = false;
  let origin: Buffer | null = null;
  let hasMore = false;
  for (let at = 0; at + BLOCK <= bytes.length && bytes[at] !== 0; ) {
    const type = String.fromCharCode(bytes[at + TYPE_AT] ?? 0);
    const size = sizeAt(bytes, at);
    if (type === "x") {
      for (const [key, value] of recordsOf(bytes.subarray(at + BLOCK, at + BLOCK + size))) {
        if (key === OPAQUE) opaque = value.toString("latin1") === "y";
        if (key === ORIGIN) origin = value;
        if (key.startsWith(ATTRIBUTE) && !NOT_MORE.test(key)) hasMore = true;
      }
    } else if (type !== "L" && type !== "K" && type !== "g") {
      found.push({ opaque, origin, hasMore });
      opaque = false;
      hasMore = false;
      origin = null;
    }
    at += BLOCK + padded(size);
  }
  return found;
}

function sizeAt(bytes: Buffer, at: number): number {
  return Number.parseInt(bytes.toString("latin1", at + SIZE_AT, at + SIZE_AT + 11), 8) || 0;
}

function padded(size: number): number {
  return Math.ceil(size / BLOCK) * BLOCK;
}

/** Each record is its own length, a key and a value. */
function* recordsOf(body: Buffer): Generator<readonly [string, Buffer]> {
  for (let at = 0; at < body.length; ) {
    const space = body.indexOf(0x20, at);
    const length = space < 0 ? 0 : Number.parseInt(body.toString("latin1", at, space), 10);
    const equals = body.indexOf(0x3d, space);
    if (!(length > 0) || equals < 0) return;
    yield [
      body.toString("latin1", space + 1, equals),
      Buffer.from(body.subarray(equals + 1, at + length - 1)),
    ];
    at += length;
  }
}

/** Offset of a file's handle in an origin: after its version, length, flags, kind and file system. */
const HANDLE_AT = 21;

/** True when this origin speaks of the file with this inode. */
export function comesFrom(origin: Buffer, inode: bigint): boolean {
  const low = Number(inode & 0xffffffffn);
  for (let at = HANDLE_AT; at + 4 <= origin.length; at += 4)
    if (origin.readUInt32LE(at) === low) return true;
  return false;
}
