/**
 * The directories a host works in: absolute, links resolved when the host was made, fixed for its life. `{workspace}`,
 * `{added}`, `{ad-hoc}`, `{user-data}` and `{scratch}` of patterns are these.
 */
export interface Places {
  /** The workspace root first, then extra roots; empty when no workspace is open. */
  readonly roots: readonly string[];
  /** Git folders that worktrees among the roots share with their repository. Part of `{workspace}`, and never where paths begin. */
  readonly gitFolders?: readonly string[];
  /** Folders that a person opened for reading beside the workspace. */
  readonly added?: readonly string[];
  /** Directories of ad-hoc files that are open now; read again at every question, so that opening a file counts at once. */
  readonly adHoc: () => readonly string[];
  /** The host's own data: closed to every tool. */
  readonly userData: string;
  /**
   * Sidecars, and what processes know as their temporary directory: a session's own in the places of a session; in the host's,
   * the folder that holds them all.
   */
  readonly scratch: string;
  /** In the places of a session: the folder that holds every session's scratch, closed to it but for its own. */
  readonly allScratch?: string;
  /** The person's home: what `~` and a bare `cd` mean. */
  readonly home: string;
  /** True while a sandbox binds `scratch` at `/tmp`: then `/tmp/x` means `{scratch}/x` everywhere. */
  readonly tmpIsScratch: boolean;
  /** Takes away the mark by which other processes know that this one lives, in the places of a host. */
  readonly unmark?: () => void;
  /**
   * Where a path is reached, in the places of a session whose roots are shown to it by a view that is held; the path itself for
   * all else. What stands there names itself by the path that was asked for.
   */
  readonly at?: (path: string) => string;
  /** Other spellings of a root (opened through a link), rewritten before anything is judged. */
  readonly aliases: readonly { readonly from: string; readonly to: string }[];
}
