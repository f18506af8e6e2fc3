/**
 * The seam between checks and the views that they are run on. Paths are relative to the workspace, with `/`. Whoever holds the
 * view gives these effects; nothing here starts a process or opens a file.
 */
import type { Change } from "@toolplane/contract";
import type { Analyzer } from "@toolplane/contract/ports";

/** `base`: the project as it is. `view`: with the changes that would land. */
export type CheckSide = "base" | "view";

export interface CheckRequest {
  readonly command: string;
  /** The command as its owner wrote it, without what makes it report. */
  readonly written: string;
  readonly side: CheckSide;
  /**
   * Files and folders of the view that are put back to what the base holds for this run, with the folders above them; one that
   * the base has not is absent.
   * Where that cannot be done, the run is `refused`.
   */
  readonly restore?: readonly string[];
  readonly withinMs: number;
  readonly signal: AbortSignal;
  /** Added to the environment that any command has. */
  readonly environment: Readonly<Record<string, string>>;
  /** Absolute, as the command sees it. It is removed before the run and read after it, whatever the run's end. */
  readonly reportFile?: string;
  /** Globs of what this run may leave in the view. Everything else that it writes is thrown away; absent: all of it. */
  readonly keeps?: readonly string[];
}

/**
 * Why a run did not end by itself: its time was over, it printed or wrote without end, the caller cancelled, it may not run at
 * all, or it would have to ask and nobody is there.
 */
export type CheckStop = "time" | "flood" | "cancelled" | "refused" | "asks";

export interface CheckRun {
  /** Null when a signal ended it. */
  readonly exitCode: number | null;
  readonly stopped?: CheckStop;
  /** The reason that stopped it, in words: the question that nobody answers, the rule that refuses. */
  readonly why?: string;
  /** Both streams; of a long one its end. Runners without a report file are read from it, so 16 MB are wanted. */
  readonly output: string;
  /** The content of the report file; absent: this run wrote none, or more than 16 MB. */
  readonly report?: string;
  /** The workspace as the run saw it, where that is another path. */
  readonly folder?: string;
}

/** Runs a command on one side, without a terminal and with its standard input closed, and throws away what it writes. */
export type RunCheck = (request: CheckRequest) => Promise<CheckRun>;

/** One path of the set that would land. */
export type CheckChange = Pick<Change, "path" | "kind"> & Partial<Pick<Change, "type" | "tree">>;

/** Results of the base by what they were made from. What cannot be read again is null. */
export interface KeptChecks {
  get(key: string): Promise<string | null>;
  set(key: string, text: string): Promise<void>;
}

export interface CheckEffects {
  readonly runCheck: RunCheck;
  /** The text of a file; null where there is none, or it is no text of at most a megabyte. */
  readonly readText: (side: CheckSide, path: string) => Promise<string | null>;
  /** Names in a folder of the base; empty for what is none, a link to one too. `` is the workspace. */
  readonly listNames: (folder: string) => Promise<readonly string[]>;
  /**
   * The links of the base to files and folders in it, outside of what is installed: paths by paths. Null: too many folders to look
   * into. Absent: none are known.
   */
  readonly listLinks?: () => Promise<ReadonlyMap<string, string> | null>;
  /** The host's reader of command lines. */
  readonly readLine: Analyzer["shell"];
  readonly kept: KeptChecks;
  /** The workspace, absolute: it is cut from names that runners report. */
  readonly workspace: string;
  /** A folder that commands may write, absolute as they see it and without blanks: for report files. */
  readonly reportFolder: string;
  /** Never the same twice, and not to be guessed: a report of another run has another name. */
  readonly newId: () => string;
  readonly nowMs: () => number;
  /** A signal that fires after so long. */
  readonly after: (ms: number) => AbortSignal;
}
