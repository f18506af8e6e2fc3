/**
 * The interface by which what a process that runs on wrote comes into its outputs. What that replaces or removes is kept first, in
 * the journal of landings, so that undo brings it back. There is no other way into an output.
 */
export interface OutputChange {
  /** Byte path of the file, link or folder that comes, changes or goes. */
  readonly path: string;
  /** Puts a copy of what comes at a path of ours; false when it is no longer what was judged. Null: what is there goes. */
  readonly copyTo: ((path: string) => boolean) | null;
  /** All byte paths that come with it. */
  paths(): readonly string[];
}

export interface OutputRound {
  /** The output that they lie in, a byte path. */
  readonly output: string;
  /**
   * The output is a single file. A process has it mounted by its name, so it is written as it stands: a new file of that name
   * would take the mount away.
   */
  readonly isFile: boolean;
  /** Asked once nobody else can land or undo here; none lies in another. */
  changes(): readonly OutputChange[];
  /** Told which of them are there now, while that still holds. */
  brought(changes: readonly OutputChange[]): void;
}

export interface OutputKeeper {
  /** Notes files and folders that were made to be outputs: undo removes them. */
  made(paths: readonly string[]): Promise<void>;
  /**
   * Brings all of them or none. Throws `too_large` when the journal has no room for what they replace, `conflict` when somebody
   * changed one meanwhile.
   */
  bring(round: OutputRound): Promise<void>;
}

/** The call that an undo names, and its session. */
export interface OutputsOf {
  /** Empty for a program that belongs to none: then no undo lists what it changed. */
  readonly sessionId: string;
  readonly callId: string;
}
