/**
 * The changes that a command made in its view, and whether they landed. A command in the foreground runs on a copy-on-write view
 * of the folders that it may write; when it has ended, its change set is read, every path of it is judged, and the set is
 * landed: all of it or nothing. Until then nothing real has changed.
 */

/** One path that is different. Everything in a new folder is listed too; of a removed folder only its top is. */
export interface Change {
  /** Absolute, as the command saw it. */
  readonly path: string;
  readonly kind: "added" | "changed" | "removed";
  readonly type: "file" | "link" | "directory";
  /** Permission bits: those it has now, or had when it is gone. */
  readonly mode: number;
  /** 0 for anything but a file. */
  readonly bytes: number;
  /** Where a link leads, as it is written in it; absent for anything but a link. */
  readonly target?: string;
  /** A folder of which everything goes: removed, or replaced by something else of this name. */
  readonly tree?: true;
  /** The content before is larger than the journal keeps: once landed it cannot be brought back. A person must know that. */
  readonly unkept?: true;
  /**
   * To keep the content before, the journal gives up what commands replaced or removed not long ago: once landed, that cannot be
   * brought back. Said of one path of a set, and a person must know it too.
   */
  readonly displaces?: true;
  /** With one of the two: the bytes that the whole set would need to be undone. */
  readonly needs?: number;
  /** In a new git folder: what git writes when it makes one, and what makes it run nothing. The host read all of it. */
  readonly inert?: true;
}

export interface ChangeSet {
  /** In the order of their paths. */
  readonly changes: readonly Change[];
  /** Git folders of the workspace that lie outside of it, as those of a worktree: the host shows them, and they are judged as `.git`. */
  readonly gitFolders?: readonly string[];
  /** Of the whole set, where only part of it is shown. */
  readonly counts?: ChangeCounts;
  /** Digest of what its files hold, in a question: only what was shown lands by the answer. */
  readonly contents?: string;
}

/** One path that must not land, with the reason as a person and the model read it. */
export interface RefusedChange {
  readonly path: string;
  readonly reason: string;
}

/**
 * The answer of a landing's judge. Only a person leaves paths out or drops a set, and only a person accepts that changes
 * marked `unkept` cannot be undone: without that word a set that has some waits.
 */
export type LandingDecision =
  | ({ readonly land: "all" } & PersonsWord)
  /** Without these paths; then no removal and no replaced folder lands either. */
  | ({ readonly land: "some"; readonly without: readonly string[] } & PersonsWord)
  | { readonly land: "none"; readonly drop: boolean; readonly refused: readonly RefusedChange[] };

interface PersonsWord {
  readonly unkept?: "accepted";
  /** The paths that the person was asked about, or saw as they landed the set. */
  readonly asked?: readonly string[];
}

/**
 * Judges what came where nothing lands, as the outputs of a process that runs on: returns the paths that stay out. No person is
 * asked, so a path that asks stays out as a denied one does. `kernel` implements it, `host` calls it; it does not throw.
 */
export type OutputJudge = (set: ChangeSet) => ReadonlySet<string>;

/** Why a set did not land. */
export type LandingCause =
  /** A rule denies a path of it, or a path that steers git, or a person was asked and said no. */
  | "refused"
  /** One of its paths was changed, made or deleted meanwhile. */
  | "conflict"
  /** It is larger than a bound. */
  | "bound"
  /** The disk or the folder refused; nothing was changed. */
  | "failed"
  /** We stopped the command: deadline, cancel, bound. */
  | "stopped"
  | "dry-run"
  /** It ran again with wider reach. */
  | "rerun";

/** The outcome of a change set, for the result, the record and people. */
export interface Landing {
  /** `kept`: it waits under its call id for a person to land or drop it. */
  readonly state: "landed" | "kept" | "dropped";
  readonly why?: LandingCause;
  readonly counts: ChangeCounts;
  /** The first of them, what was refused first. */
  readonly changes: readonly Change[];
  /** Why, path by path: refusals and conflicts. */
  readonly refused?: readonly RefusedChange[];
  /** Removals and replaced folders that did not land because something was left out. */
  readonly heldBack?: number;
  /** Checks that the project wants before anything lands, and that did not run because nobody trusted them. */
  readonly unchecked?: readonly string[];
}

export interface ChangeCounts {
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
  /** How many of all of them are folders; absent where none is. */
  readonly folders?: number;
}

/** How many changes of each kind a set holds. */
export function countChanges({ changes, counts }: ChangeSet): ChangeCounts {
  if (counts) return counts;
  const found = { added: 0, changed: 0, removed: 0 };
  let folders = 0;
  for (const { kind, type } of changes) {
    found[kind] += 1;
    if (type === "directory") folders += 1;
  }
  return folders === 0 ? found : { ...found, folders };
}

/** The outcome of landing what a held view holds. */
export interface LandedView {
  /** Absent when the view has no changes. */
  readonly landing?: Landing;
  /** Paths that are different in the project now. */
  readonly changed: readonly string[];
  /** Names for the journal's `undo`. */
  readonly undo: readonly string[];
  /** Somebody changed the project or the view meanwhile, so nothing landed: bring the two together and check again. */
  readonly outdated?: true;
}
