/** Files that a call brought from outside, as far as that is still known. */

export interface BroughtFile {
  /** A file, or a folder with everything in it. Absolute. */
  readonly path: string;
  readonly source: string;
}

/** Port: answered from the record, also for earlier sessions. */
export interface BroughtFiles {
  /** Where what lies at this path came from; null for what is the workspace's own. */
  sourceOf(path: string): string | null;
  list(): readonly BroughtFile[];
}
