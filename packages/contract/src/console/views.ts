import type { ShownChanges } from "../call/approval.ts";
import type { ConflictHunk } from "../ports/views.ts";
import type { ChangeCounts, Landing, RefusedChange } from "../result/change-set.ts";

/** A view that a run works in, or left. */
export interface ListedView {
  readonly id: string;
  readonly sessionId: string;
  /** The first words of the run that worked in it; empty where none are kept. */
  readonly prompt: string;
  readonly openedAtMs: number;
  /** A process works in it: it can be looked at, and not landed from here. */
  readonly isLive: boolean;
  /** The machine was restarted since. */
  readonly wasCut: boolean;
  /** Null where it cannot be read now; `fault` says why. */
  readonly counts: ChangeCounts | null;
  /** Paths that the project changed too. */
  readonly overlaps: readonly string[];
  readonly fault: string | null;
  /** Why it did not land when it was to the last time; null: it never was to. */
  readonly note: ListedViewNote | null;
}

export interface ListedViewNote {
  readonly atMs: number;
  /** In words. */
  readonly text: string;
  readonly isRed: boolean;
  /** The words of the checks, or what conflicts or was refused. */
  readonly lines: readonly string[];
}

/** `GET /views`. */
export interface ViewList {
  readonly views: readonly ListedView[];
  /** Null where the machine can hold none. */
  readonly room: ListedRoom | null;
}

/** How many views there may be, and what each may hold. */
export interface ListedRoom {
  readonly held: number;
  readonly most: number;
  readonly mostBytes: number;
  readonly mostFiles: number;
}

/** `GET /views/{view}`. */
export interface OneView {
  readonly view: ListedView;
  /** Lines of the first files; the others are counted. */
  readonly shown: ShownChanges;
}

/** A path that both sides changed; texts are cut, null where nothing was or it is no text. */
export interface ViewConflictFacts {
  readonly path: string;
  readonly reason: string;
  readonly base: string | null;
  readonly theirs: string | null;
  readonly ours: string | null;
  /** Places that can be answered one by one; none where only the path as a whole can. */
  readonly hunks: readonly ConflictHunk[];
}

/** `POST /views/{view}/rebase`. */
export interface RebasedViewFacts {
  readonly merged: readonly string[];
  /** While there is one, nothing was merged. */
  readonly conflicts: readonly ViewConflictFacts[];
}

/** `POST /views/{view}/land` and `POST /views/{view}/discard`. */
export interface SettledView {
  readonly state: Landing["state"];
  /** Empty for what landed or was discarded. */
  readonly why: string;
  readonly counts: ChangeCounts;
  readonly refused: readonly RefusedChange[];
}
