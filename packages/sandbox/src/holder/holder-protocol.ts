/**
 * The messages between a host and its holder. The channel is Node's own between parent and child (newline-framed JSON that can
 * carry sockets). A listening socket made inside the holder's network namespace is handed to the host, which then accepts on it
 * as if it were in there, and no byte of a connection passes through the holder. Both ends are ours; a command never holds the
 * channel, which is closed on exec. Large files are named, not sent.
 */

/** A file, or bytes as text with one character for each: what one command reads once is not worth a file. */
export type InheritedContents = { readonly file: string } | { readonly latin1: string };

/** A place that a command writes in, in the words of people. */
export interface RoomPlace {
  readonly name: string;
  readonly path: string;
  /** A view is judged when it lands, output is kept, and what lies in scratch stays for the session's next commands. */
  readonly kind: "view" | "output" | "scratch";
}

/** Everything that a command writes in, and what all of a session's commands together may take there. */
export interface Room {
  readonly places: readonly RoomPlace[];
  readonly maxBytes: number;
  readonly maxFiles: number;
  /** It runs on beside others, which are ended first. */
  readonly runsOn: boolean;
}

export interface SpawnMessage {
  readonly type: "spawn";
  readonly id: number;
  readonly argv: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** Made exclusively, 0600; the command's stdout and stderr. */
  readonly spool: string;
  /** To be read from descriptors 3, 4, …; a terminal takes files only. */
  readonly inherited: readonly InheritedContents[];
  /** A file, a pipe that `write` feeds, or nothing. */
  readonly stdin: { readonly file: string } | "pipe" | "none";
  readonly pty?: { readonly columns: number; readonly rows: number };
  /**
   * Sockets of the host's, by path: one is its standard input and output, the other its standard error. There is no spool then.
   */
  readonly streams?: { readonly talk: string; readonly notes: string };
  /** A terminal's output passes through the holder, which stops writing it down here. */
  readonly maxSpoolBytes: number;
  /** Absent where nothing is counted: for programs of ours, and without namespaces. */
  readonly room?: Room;
}

export type ToHolder =
  | SpawnMessage
  | { readonly type: "write"; readonly id: number; readonly text: string }
  | { readonly type: "stop"; readonly id: number; readonly how: "ask" | "kill" }
  /** Wants the listening socket. */
  | { readonly type: "listen"; readonly id: number }
  /** Wants a connection to a server inside the namespace. */
  | { readonly type: "connect"; readonly id: number; readonly host: string; readonly port: number };

export type FromHolder =
  | { readonly type: "ready" }
  | { readonly type: "started"; readonly id: number }
  | { readonly type: "failed"; readonly id: number; readonly code: string }
  /** The command is over, and so is everything it started, as far as that can be known. */
  | {
      readonly type: "exited";
      readonly id: number;
      readonly exitCode: number | null;
      readonly signal: string | null;
      /** The holder ended it, because it grew past a bound. */
      readonly stopped: boolean;
      /** Why, where that was the room it took. */
      readonly over?: string;
    }
  /** Comes with the listening socket. */
  | { readonly type: "listening"; readonly id: number; readonly port: number }
  /** Comes with the socket. */
  | { readonly type: "connected"; readonly id: number }
  | { readonly type: "unconnected"; readonly id: number };
