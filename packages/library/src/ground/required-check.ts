/** One entry of `land.require`: a command of the project that changes must pass in their view before they land. */
export interface RequiredCheck {
  /** In every line about it; no two of a project are alike. */
  readonly name: string;
  readonly run: string;
  /** Globs of paths relative to the workspace: it runs when one of them changed. Absent: always. */
  readonly when?: readonly string[];
  /** As `5m` or `90s`. Five minutes unless given. */
  readonly within?: string;
  /** Held back until it passed: what each call, each turn (unless given) or the whole run changed. */
  readonly per?: CheckedPart;
  /** Paths of caches that it writes and that may land, as globs relative to the workspace. */
  readonly keeps?: readonly string[];
}

export type CheckedPart = "call" | "turn" | "run";

/** With the place where a person finds it. */
export interface PlacedCheck extends RequiredCheck {
  /** `.toolplane/policy.jsonc:31`, or `--require`. */
  readonly place: string;
}
