/** Doors: what the runtime hands to a tool to reach the outside world. Each judges every operation when it happens. */

import type { LandedView } from "../result/change-set.ts";
import type { ProcessResult } from "../result/process-result.ts";
import type { JournalEntry } from "./journal-entry.ts";
import type { ProcessHandle, ProcessText, ServedPort } from "./process-handle.ts";

/** The part of a file to read; less comes back where the file ends earlier. */
export interface ByteRange {
  readonly offset: number;
  readonly length: number;
  /** A buffer to fill instead of a new one, where the host can: `bytes` is then a part of it, until it is filled again. */
  readonly into?: Uint8Array;
}

/** `size` is in bytes; `mode` holds the permission bits. */
export interface FileStat {
  readonly kind: "file" | "directory" | "link" | "special";
  readonly size: number;
  readonly modifiedMs: number;
  readonly mode: number;
}

/** Bytes of a file, with enough to page on. */
export interface FileRead {
  readonly bytes: Uint8Array;
  readonly offset: number;
  readonly size: number;
  readonly modifiedMs: number;
}

/** How a write treats what is there. `expect` refuses with `conflict` when the content is no longer this digest. */
export interface WriteOptions {
  readonly create?: "must" | "may" | "never";
  readonly expect?: string;
  readonly mode?: number;
}

/** The outcome of a write; `journal` is what `undo` takes. */
export interface FileWritten {
  readonly created: boolean;
  readonly bytes: number;
  readonly journal: string;
  /** It lies in the session's scratch folder, and goes with it. */
  readonly scratch?: true;
}

/** One change of an `apply`: all of them happen or none. */
export type FileChange =
  | {
      readonly kind: "write";
      readonly path: string;
      readonly data: string | Uint8Array;
      readonly options?: WriteOptions;
    }
  | { readonly kind: "remove"; readonly path: string; readonly expect?: string }
  | { readonly kind: "rename"; readonly from: string; readonly to: string };

/** A line of a directory listing. */
export interface DirectoryEntry {
  readonly name: string;
  readonly kind: FileStat["kind"];
}

/** A content search. Patterns are regular expressions of a linear engine. */
export interface SearchQuery {
  readonly pattern: string;
  readonly path?: string;
  readonly glob?: string;
  readonly type?: string;
  readonly mode?: "content" | "files" | "count";
  readonly context?: number;
  readonly ignoreCase?: boolean;
  readonly multiline?: boolean;
  readonly limit?: number;
}

/** One hit; `before` and `after` only when context was asked for. */
export interface SearchHit {
  readonly path: string;
  readonly line: number;
  readonly text: string;
  readonly before?: readonly string[];
  readonly after?: readonly string[];
}

/** The hits of a search. A denied file is never among them, and its absence is not announced. */
export interface SearchFound {
  readonly hits: readonly SearchHit[];
  readonly counts: readonly { readonly path: string; readonly count: number }[];
  readonly truncated: boolean;
  /** Files with lines that were too long to be read, the first ones: there may be matches in those. */
  readonly unread?: readonly { readonly path: string; readonly lines: number }[];
  /** The folder or file that was searched, as the paths begin: a tool can show the rest of them only. */
  readonly root?: string;
}

/** The hits of a glob, newest first. */
export interface GlobFound {
  readonly paths: readonly string[];
  readonly truncated: boolean;
  /** The folder that was searched, as the paths begin. */
  readonly root?: string;
}

/** Reading files. Opened by `requires.fs.read`. */
export interface FsReadDoor {
  read(path: string, range?: ByteRange): Promise<FileRead>;
  stat(path: string): Promise<FileStat | null>;
  list(path: string): Promise<readonly DirectoryEntry[]>;
  search(query: SearchQuery): Promise<SearchFound>;
  glob(query: {
    readonly pattern: string;
    readonly path?: string;
    readonly limit?: number;
  }): Promise<GlobFound>;
}

/** Changing files. Opened by `requires.fs.write`. Every change is journalled and can be undone. */
export interface FsWriteDoor {
  /** Refuses with `conflict` what changed since this session read or wrote it through a door, unless `expect` says what is there. */
  write(path: string, data: string | Uint8Array, options?: WriteOptions): Promise<FileWritten>;
  remove(
    path: string,
    options?: { readonly recursive?: boolean; readonly expect?: string },
  ): Promise<void>;
  rename(from: string, to: string): Promise<void>;
  mkdir(path: string): Promise<void>;
  apply(changes: readonly FileChange[]): Promise<readonly FileWritten[]>;
}

/** Both halves of the file door. */
export interface FsDoor extends FsReadDoor, FsWriteDoor {}

/** A request through the network door. */
export interface NetRequest {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  readonly timeoutMs?: number;
  readonly maxBytes?: number;
}

/** A response; `url` is where the last redirect led. The body is bounded. */
export interface NetResponse {
  readonly status: number;
  readonly statusText: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly url: string;
  readonly body: Uint8Array;
  readonly truncated: boolean;
}

/** HTTP. Opened by `requires.net`. Every redirect is a new request to the gate. */
export interface NetDoor {
  fetch(url: string, request?: NetRequest): Promise<NetResponse>;
}

/** A command runs in the workspace, without input and without a terminal, unless this says otherwise. */
export interface RunOptions {
  readonly cwd?: string;
  readonly timeoutMs?: number;
  readonly stdin?: string;
  readonly pty?: { readonly columns: number; readonly rows: number };
  /** For `start`: files and folders that the process may write while it runs on, named as for the file door. */
  readonly writes?: readonly string[];
  readonly onOutput?: (text: string) => void;
  /**
   * For `run`: it sees the system's own programs and nothing else: no file of the user, no network, no variables, and nothing that
   * it writes is kept. Refused with `unavailable` where there is no sandbox.
   */
  readonly isolated?: boolean;
  /**
   * For `run`, where a tool does nothing more than its command: what its call then gives. With it a call whose process was killed
   * while a person looked at the changes still gives what the command printed. May throw a ToolError, as `execute` may.
   */
  readonly resultOf?: (ended: ProcessResult) => unknown;
}

/** One shell line, confined. Opened by `requires.shell`. */
export interface ShellDoor {
  run(command: string, options?: RunOptions): Promise<ProcessResult>;
}

/** Programs by argv, without a shell, confined; also long-lived ones. Opened by `requires.shell`. */
export interface ProcessDoor {
  run(argv: readonly string[], options?: RunOptions): Promise<ProcessResult>;
  start(command: string | readonly string[], options?: RunOptions): Promise<ProcessHandle>;
  list(): readonly ProcessHandle[];
  read(
    id: string,
    range: { readonly offset: number; readonly limit: number },
  ): Promise<ProcessText>;
  write(id: string, text: string): Promise<void>;
  stop(id: string): Promise<ProcessResult>;
  /** The ports that programs of the session listen on, in the network that only they share; none where they share the machine's. */
  ports(): readonly ServedPort[];
  /** Opens such a port for the person, on this machine alone. Asked about as `tool:background/forward`, whatever tool does it. */
  forward(port: number): Promise<ServedPort>;
}

/** Declared environment variables, one at a time. Opened by `requires.env`. */
export interface EnvDoor {
  get(name: string): string | undefined;
}

export interface MoveOptions {
  /** Told now and then how many of the changes are moved. */
  readonly onProgress?: (moved: number) => void;
}

/** The session's file changes. Opened by the capability `journal`. */
export interface JournalDoor {
  /** In the order they were made; with `paths`, named as for the file door, only the changes of these files. */
  list(paths?: readonly string[]): Promise<readonly JournalEntry[]>;
  undo(ids: readonly string[], options?: MoveOptions): Promise<readonly JournalEntry[]>;
  redo(ids: readonly string[], options?: MoveOptions): Promise<readonly JournalEntry[]>;
  /**
   * Lands what the view of this session holds, judged like what a command changed; absent where the session has no view. Only the
   * state that was named by `expected` lands, and only on the state of the project that was named by `onto`, where these are given.
   */
  readonly land?: (expected?: string, onto?: string) => Promise<LandedView>;
  /**
   * Returns each change as a unified diff, bounded; asks to read each path, and says so of binary content. None follows on what
   * reached `maxChars` in all.
   */
  diff(
    ids: readonly string[],
    options?: { readonly maxChars?: number },
  ): Promise<readonly { readonly id: string; readonly path: string; readonly diff: string }[]>;
}
