/** Directories that the caller gives a host. */
export interface PlacesOptions {
  /** The workspace root; null when none is open, and then relative paths are errors. */
  readonly workspace: string | null;
  /** Further roots of `{workspace}`. */
  readonly extraRoots?: readonly string[];
  /** Folders that may be read beside the workspace, `{added}`; nothing in them may be written unasked. */
  readonly readRoots?: readonly string[];
  /** Files opened beside the workspace; their directories are `{ad-hoc}`. */
  readonly adHocFiles?: () => readonly string[];
  /** The host's own data; the platform's data directory for `toolplane` unless given. Closed to every tool. */
  readonly userData?: string;
  /** The folder in which the private scratch directory is made; the system's temporary directory unless given. */
  readonly scratchParent?: string;
  /** The environment that declared names are read from; `process.env` unless given. `HOME` in it is the person's home. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
}
