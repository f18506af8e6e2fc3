/**
 * The interface of landings for the rest of the host. A call's folders are made before its command starts. Its change set is
 * settled when the command has ended. A set that waits for a person is listed, shown, landed and dropped. `createLandings` makes
 * it.
 */
import type { Landing, ProcessResult } from "@toolplane/contract";
import type {
  Clock,
  Ids,
  LandingJudge,
  Landings,
  Store,
  WaitingSet,
} from "@toolplane/contract/ports";
import type { FileLocks } from "@toolplane/disk/files";
import type { JournalRoom, OutputKeeper, OutputsOf } from "@toolplane/disk/journal";
import type { RunProgram } from "../upper/run-program.ts";

/** One writable root of a call. All paths are absolute and of this machine. */
export interface CallRoot {
  /** The folder itself, the lowest layer. */
  readonly root: string;
  /** `upperdir`: the files that the command writes. Its mode is the root's. */
  readonly upper: string;
  /** `workdir`, on the mount of `upper`. */
  readonly work: string;
  /** An empty folder on which the overlay can be mounted. */
  readonly merged: string;
}

/** The folders of one call, until it is settled. */
export interface CallView {
  readonly sessionId: string;
  readonly callId: string;
  readonly command: string;
  /** Holds everything of this call; private (0700). */
  readonly folder: string;
  readonly roots: readonly CallRoot[];
}

export interface BeginCall {
  readonly sessionId: string;
  readonly callId: string;
  readonly command: string;
  /** Real paths; none of them below another. */
  readonly roots: readonly string[];
  /** By root: an upper layer that is read and stays, because a view that is held goes on with it. Else the call gets its own. */
  readonly uppers?: readonly string[];
}

export interface SettleCall {
  /** We ended the command: nothing of it lands. */
  readonly stopped: boolean;
  readonly dryRun: boolean;
  /** It runs again with wider reach: this set is dropped. */
  readonly rerun?: boolean;
  /** Another process can still write into the view, so the set as read is not the set that would land: nothing of it lands. */
  readonly held?: boolean;
  /** Absent: there is no judge, so that nothing lands and the set waits. */
  readonly judge?: LandingJudge | undefined;
  readonly signal: AbortSignal;
  /** Asked last, while nobody else lands: false makes it a conflict. */
  readonly isStill?: (() => Promise<boolean>) | undefined;
  /** How the command ended, for the code that keeps the call's result. */
  readonly ended?: EndedRun | undefined;
  /** The mask layers that lay over the roots, by root: what they hid was not there for the command, so it deleted none of it. */
  readonly masks?: readonly { readonly root: string; readonly folder: string }[];
  /** Runs small programs from a smaller process than this one. */
  readonly run?: RunProgram | undefined;
}

/** All that is known of a command once this became of its changes. */
export type EndedRun = (landing: Landing) => Promise<ProcessResult>;

export interface LandingJudgement {
  readonly judge?: LandingJudge | undefined;
  /** A person lands a set that waited: they are asked although parts of it can never land, and may leave those out. */
  readonly isPerson: boolean;
}

export interface SettledCall {
  /** Absent when the command changed nothing. */
  readonly landing?: Landing;
  /** Paths that are different now, as the model reads them. */
  readonly changed: readonly string[];
  /** Names for the journal's `undo`. */
  readonly undo: readonly string[];
}

/** Bounds on what is kept and done. */
export interface LandingBounds {
  /** Bytes and files of the upper layers of one call; beyond, the command is stopped and nothing lands. */
  readonly maxUpperBytes: number;
  readonly maxUpperFiles: number;
  /** Sets that wait; beyond, the oldest are dropped. */
  readonly maxWaiting: number;
  readonly maxWaitingBytes: number;
  readonly maxWaitingAgeMs: number;
  /** Bytes that the journal keeps for undo; beyond, the oldest goes. */
  readonly maxJournalBytes: number;
  /** From the lock to the plan; a landing that has its plan is finished. */
  readonly maxLandingMs: number;
}

export const LANDING_BOUNDS: LandingBounds = {
  maxUpperBytes: 8 * 1024 ** 3,
  maxUpperFiles: 400_000,
  maxWaiting: 20,
  maxWaitingBytes: 8 * 1024 ** 3,
  maxWaitingAgeMs: 14 * 24 * 60 * 60 * 1000,
  maxJournalBytes: 4 * 1024 ** 3,
  maxLandingMs: 60_000,
};

/** A set that a bound let go of. */
export interface DroppedSet extends WaitingSet {
  /** It waited too long, or too many or too large ones wait. */
  readonly because: "age" | "room";
}

/** The store for entries of the journal. */
export type LandingStore = Pick<Store, "journal"> &
  Partial<Pick<Store, "flush">> & { readonly room?: JournalRoom };

export interface LandingsOptions {
  readonly userData: string;
  /** Waiting sets are those of these roots. */
  readonly roots: readonly string[];
  /** Git folders of the roots that lie elsewhere, as those of a worktree; a change set says which of them it has changes in. */
  readonly gitFolders?: readonly string[] | undefined;
  readonly store: LandingStore;
  readonly clock: Clock;
  readonly ids: Ids;
  /** Shared with the file doors: a landing waits for a write of the same root. */
  readonly locks: FileLocks;
  readonly bounds?: Partial<LandingBounds> | undefined;
  /** Names of checks that do not run because nobody trusted them: every landing says so. */
  readonly untrustedChecks?: readonly string[] | undefined;
  /** The text of a difference, from the bytes at a path before and after; null: nothing is there. */
  readonly showDiff: (
    path: string,
    images: { readonly before: Uint8Array | null; readonly after: Uint8Array | null },
  ) => Promise<string>;
  /** Told after every landing, also which of its paths a person was asked about. */
  readonly onChanged?:
    | ((paths: readonly string[], approved: readonly string[]) => void)
    | undefined;
  /** Called before each step of planning and landing; for tests that end the process there. */
  readonly onStep?: ((name: string) => void) | undefined;
  /** Told in a sentence what recovery and bounds did: something was finished, or dropped. */
  readonly onNotice?: ((text: string) => void) | undefined;
  /** Given every set that a bound let go of, of whatever workspace: its changes are lost. */
  readonly onDropped?: ((set: DroppedSet) => void) | undefined;
}

export interface HostLandings extends Landings {
  /**
   * Makes the folders of a call and remembers when it began. Resolves in a later tick of the file system's clock, so that
   * whatever is changed from then on is seen to be later. Throws `unavailable` when the folders cannot be made.
   */
  begin(call: BeginCall): Promise<CallView>;
  /**
   * Reads the upper layers, has them judged, and lands them, keeps them or drops them. Nothing may run in the view any more.
   * Does not throw for what a set or a disk holds: that is said in `landing`.
   */
  settle(view: CallView, how: SettleCall): Promise<SettledCall>;
  /** Makes the folders of a call that is not known yet; its session and its roots are. Throws as `begin` does. */
  makeAhead(call: Pick<BeginCall, "sessionId" | "roots">): Promise<CallView>;
  /**
   * Starts the call of folders that were made ahead, now that it is known; its roots are theirs. Its places have other names from
   * then on, and what is mounted on them comes along. Resolves and throws as `begin` does.
   */
  beginAhead(made: CallView, call: BeginCall): Promise<CallView>;
  /** Removes folders in which nothing ran, and what is mounted on them. Only `settled` waits for it. */
  discard(made: CallView): void;
  /** Brings what a process that runs on writes into its outputs, so that undo can take it back. */
  keeperOf(call: OutputsOf, place?: (root: string) => string): OutputKeeper;
  /** Finishes what a killed process planned, and removes what it left. Done once before the first `begin`. */
  recover(): Promise<void>;
  /** The same for what was to land in a view that is mounted again. */
  recoverAgain(): Promise<void>;
  /** True when something of a killed process was to land in a view that is reached at this place: it waits for `recoverAgain`. */
  isCut(place: string): boolean;
  /** Resolves when what has landed is on disk. Before the host is let go of. */
  settled(): Promise<void>;
}
