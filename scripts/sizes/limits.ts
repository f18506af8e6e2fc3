interface SizeLimits {
  readonly fileLines: number;
  readonly testFileLines: number;
  /** Statements of a function, without those of functions inside it. */
  readonly functionStatements: number;
  readonly folderDepth: number;
  /** At least `share` of the source files have at most `lines` lines. */
  readonly shares: readonly { readonly lines: number; readonly share: number }[];
}

/** The limits of the size gate, as data, so that a change to one is a visible change. */
export const SIZE_LIMITS: SizeLimits = {
  fileLines: 500,
  testFileLines: 800,
  functionStatements: 45,
  folderDepth: 3,
  shares: [
    { lines: 200, share: 0.85 },
    { lines: 300, share: 0.95 },
  ],
};

/** Names that say nothing of what a file or folder holds. */
export const FORBIDDEN_NAMES: readonly string[] = [
  "utils",
  "util",
  "helpers",
  "helper",
  "common",
  "misc",
];

/** A first line that excuses a long file. */
export const LONG_FILE_REASON: RegExp = /^\/\/ (generated\b|data table: \S)/;
