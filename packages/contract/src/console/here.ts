import type { Waiting } from "./approvals.ts";
import type { CallLine } from "./calls.ts";
import type { ListedSession } from "./sessions.ts";

/** `GET /here`: which folder the console is for, and the settings that hold in it. */
export interface Here {
  readonly version: string;
  readonly workspace: string | null;
  readonly mode: string;
  readonly sandbox: {
    readonly level: string;
    readonly kind: string;
    readonly reason: string | null;
  };
  readonly flow: string;
  readonly contained: boolean;
  readonly projectApprovals: boolean;
  /** Says whether the project's own files are trusted. */
  readonly project: string;
  /** Questions that wait for a person. */
  readonly waiting: number;
}

/** A folder that sessions are recorded of, and how many. */
export interface ConsoleFolder {
  readonly workspace: string;
  readonly sessions: number;
}

/** `GET /folders`. */
export interface FolderList {
  readonly folders: readonly ConsoleFolder[];
}

/** `GET /now`: live sessions, calls that run, and questions that wait. */
export interface Now {
  readonly live: readonly ListedSession[];
  readonly running: readonly { readonly sessionId: string; readonly call: CallLine }[];
  readonly waiting: readonly Waiting[];
  readonly atMs: number;
}
