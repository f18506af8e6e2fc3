/** One difference between a root and its upper layer, as landing knows it. */
import type { BigIntStats } from "node:fs";
import type { Change, ChangeSet } from "@toolplane/contract";
import { below, toText } from "@toolplane/disk/paths";
import { rootName } from "../disk/placed-root.ts";

export interface UpperChange extends Omit<Change, "path" | "target"> {
  /** Index into the roots of the call. */
  readonly root: number;
  /** Byte path relative to the root; empty: the root itself. */
  readonly at: string;
  /** Byte path. */
  readonly target?: string;
  /** The root has something of this name. */
  readonly replaces: boolean;
  /** The bytes of the file that it replaces, where it replaces a file. */
  readonly bytesBefore?: number;
  /** It comes with the new folder that it lies in. */
  readonly inside: boolean;
  /** Only the mode of a folder that stays is different. */
  readonly modeOnly?: true;
  /** Why it never lands, whatever a person decides. */
  readonly never?: string;
  /** The change that another process made to it meanwhile, when the upper layer itself shows it. */
  readonly clash?: string;
  /** How it looked when it was read: in the upper layer, and what it replaces. No process writes the first any more. */
  readonly seen?: { readonly upper: BigIntStats; readonly root: BigIntStats | null };
  /** A new folder on which the overlay noted that it hides one: what lies in it lands in a folder without that note. */
  readonly isMarked?: true;
  /** Folders of the upper layer that it lies in and that lie over real ones, outermost first. */
  readonly over?: readonly OverFolder[];
}

/** A value that is still being made. */
export type Draft<T> = { -readonly [K in keyof T]: T[K] };

/** A folder of the upper layer that lies over a real one. */
export interface OverFolder {
  readonly at: string;
  /** The mark of its origin; null when the command made it, and another process made one of the same name. */
  readonly origin: Buffer | null;
}

/** The contents of the upper layers of a call. */
export interface UpperRead {
  readonly changes: readonly UpperChange[];
  readonly bytes: number;
}

/** As a person and the judge see it. */
function changeOf(change: UpperChange, roots: readonly string[]): Change {
  const { kind, type, mode, bytes, target, tree, unkept, displaces, needs, inert } = change;
  const seen: Draft<Change> = { path: pathOf(change, roots), kind, type, mode, bytes };
  if (target !== undefined) seen.target = toText(target);
  if (tree !== undefined) seen.tree = tree;
  if (unkept !== undefined) seen.unkept = unkept;
  if (displaces !== undefined) seen.displaces = displaces;
  if (needs !== undefined) seen.needs = needs;
  if (inert !== undefined) seen.inert = inert;
  return seen;
}

/** The text of its path. */
export function pathOf(
  { root, at }: Pick<UpperChange, "root" | "at">,
  roots: readonly string[],
): string {
  const folder = rootName(roots[root] ?? "");
  return at === "" ? folder : below(folder, toText(at));
}

export function changeSetOf(read: readonly UpperChange[], roots: readonly string[]): ChangeSet {
  const changes = read.map((change) => changeOf(change, roots));
  return { changes: changes.sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0)) };
}
