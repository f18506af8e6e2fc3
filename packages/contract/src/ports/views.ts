/** Views that are held: a workspace of its own for a session, in which all of it works, until it lands or is discarded. */
import type { ChangeSet, LandedView } from "../result/change-set.ts";
import type { LandingJudge } from "./landings.ts";

/** Why what a view held did not land when it was to, as people were told. */
export interface ViewNote {
  /** `checking`: its check was begun; where nobody works in the view, it has not ended. */
  readonly state: "red" | "conflict" | "kept" | "held" | "checking";
  /** Names what broke, conflicts, or was refused; of checks their own words. */
  readonly lines: readonly string[];
}

/** A command that a view must pass before it lands, as `land.require` has it. */
export interface ViewCheck {
  readonly name: string;
  readonly run: string;
  readonly when?: readonly string[];
  readonly within?: string;
  readonly per?: "call" | "turn" | "run";
  readonly keeps?: readonly string[];
}

/** A view that is held, by this process or another one, or left behind by one that is gone. */
export interface HeldView {
  readonly id: string;
  /** The session that works in it, or did. */
  readonly sessionId: string;
  readonly openedMs: number;
  /** False: nobody works in it; it waits to be taken over, landed or discarded. */
  readonly isLive: boolean;
  /** The machine was started again since it was last mounted: the last of what was written may not be whole. */
  readonly wasCut: boolean;
  /** Of the last time that it was to land; null where it never was, or landed then. */
  readonly note: (ViewNote & { readonly atMs: number }) | null;
  /** What was required of those that worked in it: who takes it over has to pass that too. */
  readonly required: readonly ViewCheck[];
}

/** How many views there may be, and what each may hold: told while there is room. */
export interface ViewRoom {
  /** Of all workspaces, and those that checks run in. */
  readonly held: number;
  readonly most: number;
  readonly mostBytes: number;
  readonly mostFiles: number;
}

/** A path that both sides changed, and that no rule makes one. */
export interface ViewConflict {
  readonly path: string;
  readonly reason: string;
  /** Texts of the three sides, as far as they can be shown; null where nothing was, or it is no text. */
  readonly base: string | null;
  readonly theirs: string | null;
  readonly ours: string | null;
  /** The view's change there, as a unified diff. */
  readonly change: string;
  /** Absent where only the whole path can be answered. */
  readonly hunks?: readonly ConflictHunk[];
}

/** A place of a text that both sides changed, as a person sees it. */
export interface ConflictHunk {
  /** Counts from 1. */
  readonly number: number;
  /** The line it begins on, where every hunk above holds ours. Counts from 1. */
  readonly line: number;
  readonly base: string;
  readonly ours: string;
  readonly theirs: string;
}

/** How a person settles a conflict: by one side, by the whole text, or by an answer for each hunk in their order. */
export type ConflictAnswer =
  | "ours"
  | "theirs"
  | { readonly text: string }
  | { readonly hunks: readonly ("base" | "ours" | "theirs" | { readonly text: string })[] };

export interface RebaseView {
  readonly answers?: Readonly<Record<string, ConflictAnswer>>;
  readonly signal?: AbortSignal;
}

/** The outcome of bringing the project's own changes into a view. */
export interface RebasedView {
  /** Paths in which both sides are one now. */
  readonly merged: readonly string[];
  /** While there is one, nothing lands. */
  readonly conflicts: readonly ViewConflict[];
}

export interface LandView {
  readonly callId: string;
  readonly judge: LandingJudge;
  /** The state of the view that was checked, by `sign`: any other does not land. */
  readonly expected?: string | undefined;
  /** The state of the project that it was checked on, by `signProject`: on any other it does not land. */
  readonly onto?: string | undefined;
  readonly signal: AbortSignal;
}

export interface OpenView {
  /** One that was left behind, to be worked in again. */
  readonly id?: string;
  /** A view whose changes the new one begins with: what happens in the one stays out of the other. */
  readonly copyOf?: string;
  /** It goes with its session, and nobody is told of it: what a check writes is no work of anybody's. */
  readonly isPassing?: boolean;
  /** Paths that it shows as the project has them. */
  readonly without?: readonly string[];
}

/** What a check leaves in the view that it was run for. */
export interface BroughtCaches {
  /** The view that holds them. */
  readonly from: string;
  readonly paths: readonly string[];
  /** The state of the view that they are brought into, by `sign`. */
  readonly expected: string;
}

/** Port: implemented by `host` where commands run on views. Ids that are not known reject with `not_found`. */
export interface Views {
  /**
   * Gives the session a view of its own: from then on its doors and its programs work there. With `id` one that was left behind
   * is taken over. Rejects with `unavailable` where no view can be held, by name; with `conflict` where somebody works in it.
   */
  open(sessionId: string, options?: OpenView): Promise<HeldView>;
  /** Lets a session work in the view of another one, as a subagent in that of its parent; false where that has none. */
  share(sessionId: string, of: string): boolean;
  /** The view that a session works in; null where that is the project itself. */
  of(sessionId: string): HeldView | null;
  /** Where this process reaches the workspace as that view shows it; null where the session works in the project itself. */
  folder(sessionId: string): string | null;
  /** Notes that its changes began with the project as it is now: they were made elsewhere, on the same content. */
  adopt(id: string): Promise<void>;
  /** Has it go with its session, as one that was opened so: what it holds is kept elsewhere. */
  letPass(id: string): Promise<void>;
  /** Every view of this workspace, the oldest first. */
  list(): Promise<readonly HeldView[]>;
  room(): Promise<ViewRoom>;
  /** The changes that it would bring into the project as it is now. */
  show(id: string): Promise<ChangeSet>;
  /** One of them as a unified diff; null for a path that is none. */
  diff(id: string, path: string): Promise<string | null>;
  /** Its paths that the project changed too since it was last one with it. */
  overlaps(id: string): Promise<readonly string[]>;
  /** Brings what the project changed meanwhile into the view, by merging where both changed a path. */
  rebase(id: string, how?: RebaseView): Promise<RebasedView>;
  /** Reads a file of it, up to a bound of bytes; null where it changed nothing there, or that is no file. */
  read(id: string, path: string, maxBytes: number): Promise<Uint8Array | null>;
  /**
   * Brings what another view holds at these paths into it, as a check may leave caches, and names its state then. Null where it is not
   * in the state `expected` any more, or a program has a file of it open for writing: nothing is brought.
   */
  bring(id: string, caches: BroughtCaches): Promise<string | null>;
  /** Names the state of what it holds: another name means that something in it changed. */
  sign(id: string): Promise<string>;
  /** Names the state of the project: another name means that something in it changed. Null where it is too much to be named. */
  signProject(): Promise<string | null>;
  /**
   * Runs it while no other one of this workspace runs: what is checked beside another that lands was checked on a project that is
   * no more. `letGo` lets the next one begin before this one has ended, as while a person is asked.
   */
  inTurn<Value>(act: (letGo: () => void) => Promise<Value>, signal: AbortSignal): Promise<Value>;
  /** Lands what it holds, all or nothing; the view stays, and is one with the project then. */
  land(id: string, how: LandView): Promise<LandedView>;
  /** Keeps with the view what it must pass, in place of what was kept. */
  keepRequired(id: string, checks: readonly ViewCheck[]): Promise<void>;
  /** Keeps with the view why it did not land. */
  note(id: string, note: ViewNote): Promise<void>;
  /** Throws away what it holds. A session that works in it works on in one that is as the project is. */
  discard(id: string): Promise<void>;
}
