/** One side of a path in a merge: what the project has there, what the view has, or what both began with. */
import { chmodSync, readFileSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { clearTree, toFsPath } from "@toolplane/disk/paths";
import { lookAt, modeOf, targetOf } from "../landing/disk/byte-fs.ts";

export type ViewSide =
  | { readonly kind: "file"; readonly mode: number; readonly bytes: Uint8Array }
  | { readonly kind: "link"; readonly target: string }
  | { readonly kind: "directory"; readonly sign?: string }
  /** It cannot be had, or is more than is merged; in words. */
  | { readonly kind: "unknown"; readonly reason: string; readonly sign?: string }
  | null;

/** Larger files are not merged: one side or the other is taken by a person. */
export const MAX_SIDE_BYTES = 10_000_000;

/** Reads what is at a byte path; null when nothing is. */
export function sideOf(path: string, maxBytes: number = MAX_SIDE_BYTES): ViewSide {
  const stat = lookAt(path);
  if (stat === null) return null;
  if (stat.isSymbolicLink()) return { kind: "link", target: targetOf(path) };
  if (stat.isDirectory()) return { kind: "directory" };
  // Of what is not read it is known all the same whether it is another.
  const sign = `${stat.ino} ${stat.size} ${stat.ctimeNs}`;
  if (!stat.isFile()) return { kind: "unknown", reason: "a special file", sign };
  if (stat.size > maxBytes)
    return {
      kind: "unknown",
      reason: `larger than the ${maxBytes} bytes that are looked at`,
      sign,
    };
  return { kind: "file", mode: modeOf(stat) & 0o777, bytes: readFileSync(toFsPath(path)) };
}

export function sameSide(one: ViewSide, other: ViewSide): boolean {
  if (one === null || other === null) return one === other;
  if (one.kind === "file" && other.kind === "file")
    return sameMode(one.mode, other.mode) && sameContent(one, other);
  if (one.kind === "link" && other.kind === "link") return one.target === other.target;
  if (one.kind === "unknown" && other.kind === "unknown")
    return one.sign !== undefined && one.sign === other.sign;
  return one.kind === "directory" && other.kind === "directory";
}

/** The mode of a side that does not tell it. */
export const NO_MODE: number = -1;

function sameMode(one: number, other: number): boolean {
  return one === other || one === NO_MODE || other === NO_MODE;
}

function sameContent(
  one: { readonly bytes: Uint8Array },
  other: { readonly bytes: Uint8Array },
): boolean {
  return Buffer.compare(one.bytes, other.bytes) === 0;
}

/**
 * Puts a file or a link at a byte path of an upper layer, in one step. `part` is a place beside the layer: what is left there when
 * this process is killed is no file of the view. A file is on disk before it is known that it was merged.
 */
export function putSide(
  path: string,
  side: Extract<ViewSide, { kind: "file" | "link" }>,
  part: string,
): void {
  clearTree(part);
  if (side.kind === "link") symlinkSync(toFsPath(side.target), toFsPath(part));
  else {
    writeFileSync(toFsPath(part), side.bytes, { flag: "wx", mode: side.mode, flush: true });
    chmodSync(toFsPath(part), side.mode);
  }
  if (lookAt(path)?.isDirectory() === true) clearTree(path);
  renameSync(toFsPath(part), toFsPath(path));
}
