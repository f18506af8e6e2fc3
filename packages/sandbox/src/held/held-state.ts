/**
 * A view that is held: a workspace of its own for a session, kept in a folder of user-data until it has landed or is discarded. It
 * outlives the process that made it.
 */
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ViewCheck } from "@toolplane/contract/ports";
import { isProcessRunning, processName } from "@toolplane/disk/ground";
import { errorCode } from "@toolplane/readings";
import { readJson, replaceFile } from "../landing/state/landing-state.ts";

/** One root of a held view. */
export interface HeldRoot {
  /** The folder itself, which everybody else sees; its lowest layer. */
  readonly root: string;
  readonly upper: string;
  readonly work: string;
}

export interface HeldState {
  readonly version: 1;
  readonly id: string;
  /** The session that works in it; what it changed is in the journal of this session. */
  readonly sessionId: string;
  readonly openedMs: number;
  /** It goes with its session, whatever it holds. */
  readonly isPassing?: true;
  /** The process that has it mounted, or had. */
  readonly owner: string;
  /** The run of the machine in which it was mounted last. */
  readonly boot: string;
  readonly roots: readonly HeldRoot[];
  /** Change time of a folder of ours when it was last one with the project, in nanoseconds: what is older was seen by it. */
  readonly syncedNs: string;
  /** By session that worked in it: the last change in its journal that the project has too; null: none. */
  readonly synced: Readonly<Record<string, string | null>>;
  /**
   * By path: what both sides began with, for paths that were merged or answered. The file below `base` that holds it, or what it was
   * as `keptBase` writes it; null: nothing was there.
   */
  readonly bases: Readonly<Record<string, string | null>>;
  /** What it must pass before it lands, whoever works in it by then. */
  readonly required?: readonly ViewCheck[];
  /** Why it did not land when it was to the last time. */
  readonly note?: {
    readonly atMs: number;
    readonly state: string;
    readonly lines: readonly string[];
  } | null;
}

export function viewsFolder(userData: string): string {
  return join(userData, "views");
}

/** Null where there is none that can be read. */
export function readHeld(folder: string): HeldState | null {
  const state = readJson<HeldState>(join(folder, "view.json"));
  return state?.version === 1 ? state : null;
}

export function writeHeld(folder: string, state: HeldState): void {
  replaceFile(join(folder, "view.json"), JSON.stringify(state), { sync: true });
}

/**
 * Makes this process the only one that works in a view; false where another one does. A file that only one of two processes can
 * make says so: the state itself is written over.
 */
export function claimFolder(folder: string, userData: string): boolean {
  const claim = join(folder, "claim");
  for (let tried = 0; tried < 2; tried += 1) {
    try {
      writeFileSync(claim, processName(), { flag: "wx", mode: 0o600 });
      return true;
    } catch (error) {
      if (errorCode(error) !== "EEXIST") throw error;
    }
    const owner = readFileSync(claim, "utf8");
    if (owner === processName()) return true;
    if (isProcessRunning(owner, userData)) return false;
    rmSync(claim, { force: true });
  }
  return false;
}

export function unclaimFolder(folder: string): void {
  rmSync(join(folder, "claim"), { force: true });
}

/** The folders of all held views of this data, the oldest first. */
export function heldFolders(userData: string): readonly string[] {
  const home = viewsFolder(userData);
  try {
    return readdirSync(home)
      .toSorted()
      .map((name) => join(home, name));
  } catch {
    return [];
  }
}
