/**
 * One thing that is mounted for a confined process. Paths are byte paths; `at` is where it appears, when not in its own place.
 */
export type Mount =
  | {
      readonly kind: "read" | "write";
      readonly path: string;
      /** The path that is shown there, when it is not the path itself: the same path in a view. */
      readonly source?: string;
    }
  | { readonly kind: "close-file" | "close-directory"; readonly path: string }
  | { readonly kind: "sparse"; readonly path: string }
  | { readonly kind: "link"; readonly path: string; readonly target: string };

/** The plan for one confinement. */
export interface MountPlan {
  /** Parents before what lies below them. */
  readonly mounts: readonly Mount[];
  /** Paths that are held back inside the reach: 0 closed, 1 read-only. */
  readonly held: ReadonlyMap<string, 0 | 1>;
  /** Missing names that must stay missing: an empty directory is put there for the run. */
  readonly missing: readonly string[];
  /** Names that are held back but are links, which nothing can be mounted over. */
  readonly unheldLinks: readonly string[];
  /** Directories with level 2, for callers that look for changes in them. */
  readonly writable: readonly WritableDirectory[];
  /** The paths where the reach begins and exists. */
  readonly starts: readonly string[];
  /** Names in views that are absent there, whether they exist or not. */
  readonly masked: ReadonlySet<string>;
}

/** A directory whose files may be written, but for those held back. */
export interface WritableDirectory {
  readonly path: string;
  readonly files: readonly string[];
  readonly links: readonly string[];
  readonly changedMs: number;
}
