/**
 * Signs a path as a short text: undo compares it, so that it removes nothing that was changed since. The first signature is quick
 * (inode, size and time of every file). The second holds for a copy too, and is only made of small contents.
 */
import { createHash, type Hash, hash as hashOnce } from "node:crypto";
import { type BigIntStats, readFileSync } from "node:fs";
import { below, toFsPath } from "@toolplane/disk/paths";
import { errorCode } from "@toolplane/readings";
import { canLookInto, lookAt, modeOf, namesIn, targetOf } from "./byte-fs.ts";
import { type Pieces, takeAtOnce } from "./take-turns.ts";

export interface Signature {
  readonly stat: string;
  readonly content: string | null;
}

/** Bound on the content that may still be read. */
export interface SignBudget {
  files: number;
  bytes: number;
}

/** The content that is read of one set, so that an undo knows a copy of it again. */
export const SIGN_BUDGET: Readonly<SignBudget> = { files: 300, bytes: 8 * 1024 * 1024 };

/** Signs the contents of a folder that is closed to its owner: changing them means opening the folder, which shows. */
const CLOSED: Signature = { stat: "closed", content: null };

/** Null when nothing is there. `known` is the stat of the path, where the caller has it. */
export function* signTree(
  path: string,
  budget: SignBudget,
  known?: BigIntStats,
): Pieces<Signature | null> {
  let stat: BigIntStats | null;
  try {
    stat = known ?? lookAt(path);
  } catch (error) {
    if (errorCode(error) === "EACCES") return CLOSED;
    throw error;
  }
  if (stat === null) return null;
  // In most sets with many entries every entry is such a file.
  if (stat.isFile() && budget.files <= 0) return { stat: factsOf(stat), content: null };
  const top: Standing = { path, at: "", stat };
  const quick = yield* digestOf(top, addStat);
  return { stat: quick, content: spend(top, budget) ? yield* readDigest(top) : null };
}

/**
 * True when the path holds what was signed. `sinceNs`, where it is known, is the time of signing. A file can be written over with
 * as many bytes and given its old time, but not its old change time. So a file that is later than that is read where there is
 * something to compare.
 */
export function isSigned(path: string, signed: Signature | null, sinceNs?: bigint): boolean {
  if (signed?.stat === CLOSED.stat) return true;
  const stat = lookAt(path);
  if (stat === null || signed === null) return stat === null && signed === null;
  const top: Standing = { path, at: "", stat };
  const isAlike =
    takeAtOnce(digestOf(top, addStat)) === signed.stat ||
    (stat.isFile() && olderDigest(stat) === signed.stat);
  if (signed.content === null) return isAlike;
  if (isAlike && (sinceNs === undefined || !isLater(top, sinceNs))) return true;
  return takeAtOnce(readDigest(top)) === signed.content;
}

/** True when a file of it was changed since. A folder shows that in its names. */
function isLater({ path, stat }: Pick<Standing, "path" | "stat">, sinceNs: bigint): boolean {
  if (!stat.isDirectory()) return stat.isFile() && stat.ctimeNs > sinceNs;
  return (
    canLookInto(path) &&
    namesIn(path).some((name) => {
      const child = lookAt(below(path, name));
      return child !== null && isLater({ path: below(path, name), stat: child }, sinceNs);
    })
  );
}

interface Standing {
  readonly path: string;
  readonly at: string;
  readonly stat: BigIntStats;
}

type Add = (hash: Hash, path: string, stat: BigIntStats) => void;

const addStat: Add = (hash, _path, { ino, size, mtimeNs }) => {
  hash.update(`${ino} ${size} ${mtimeNs}\0`);
};

const addContent: Add = (hash, path, { size }) => {
  hash.update(`${size}\0`);
  hash.update(readFileSync(toFsPath(path)));
};

function* digestOf(top: Standing, add: Add): Pieces<string> {
  if (add === addStat && top.stat.isFile()) return factsOf(top.stat);
  const hash = createHash("sha256");
  yield* addTree(hash, top, add);
  return hash.digest("hex");
}

function* addTree(hash: Hash, { path, at, stat }: Standing, add: Add): Pieces<void> {
  hash.update(`${at}\0`, "latin1");
  if (stat.isSymbolicLink()) {
    hash.update(`link ${targetOf(path)}\0`, "latin1");
    return;
  }
  hash.update(`${stat.isDirectory() ? "folder" : "file"} ${modeOf(stat)}\0`);
  if (!stat.isDirectory()) {
    if (stat.isFile()) add(hash, path, stat);
    return;
  }
  // The contents of a closed folder change only when it is opened, which shows.
  if (!canLookInto(path)) return;
  for (const name of namesIn(path).toSorted()) {
    const child = lookAt(below(path, name));
    if (child === null) continue;
    yield;
    yield* addTree(hash, { path: below(path, name), at: `${at}/${name}`, stat: child }, add);
  }
}

/** Signs one file by its facts, which are short enough as they are; in most sets every entry is one. */
function factsOf(stat: BigIntStats): string {
  const { ino, size, mtimeNs } = stat;
  return `file ${modeOf(stat)} ${ino} ${size} ${mtimeNs}`;
}

/** The same as journals of earlier versions hold it. */
function olderDigest(stat: BigIntStats): string {
  const { ino, size, mtimeNs } = stat;
  return hashOnce("sha256", `\0file ${modeOf(stat)}\0${ino} ${size} ${mtimeNs}\0`, "hex");
}

function* readDigest(top: Standing): Pieces<string | null> {
  try {
    return yield* digestOf(top, addContent);
  } catch {
    return null;
  }
}

function spend({ path, stat }: Pick<Standing, "path" | "stat">, budget: SignBudget): boolean {
  if (budget.files <= 0 || budget.bytes <= 0) return false;
  budget.files -= 1;
  if (stat.isFile()) budget.bytes -= Number(stat.size);
  if (budget.bytes < 0) return false;
  if (!stat.isDirectory()) return true;
  return (
    canLookInto(path) &&
    namesIn(path).every((name) => {
      const child = below(path, name);
      const standing = lookAt(child);
      return standing !== null && spend({ path: child, stat: standing }, budget);
    })
  );
}
