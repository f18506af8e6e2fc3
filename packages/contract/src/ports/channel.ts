/**
 * A channel: a program that is spoken with over its standard input and output for as long as both want. An MCP server and the
 * worker of a tool folder are such programs. It belongs to no call, so nothing of it waits to be judged at its end: what it may
 * touch is settled when it starts, and when rules change it is ended and may be started again.
 */

import type { Wall } from "../result/wall.ts";

export interface ChannelSpec {
  /** The program, absolute, and its arguments; there is no shell. */
  readonly argv: readonly string[];
  readonly cwd: string;
  /** Values for declared names; the host adds its own fixed list and nothing else. */
  readonly env: Readonly<Record<string, string>>;
  /** Files and folders that it is shown beside its reach, read-only, absolute: what it is installed with. Denied names stay closed. */
  readonly shows?: readonly string[];
  /** Files that it may write while it runs, absolute and with links resolved; made when it is missing. Nothing else of its reach. */
  readonly writes?: readonly string[];
}

/** Why it is no longer there. `rules`: what it may touch has changed; `output`: it wrote more at once than the bound. */
export type ChannelEndCause = "exited" | "closed" | "rules" | "output" | "failed";

export interface ChannelEnd {
  readonly cause: ChannelEndCause;
  readonly exitCode: number | null;
  readonly signal: string | null;
  /** For the operator, where there is more to say. */
  readonly message?: string;
}

/** Port: implemented by `host`, a memory version in `testkit`. */
export interface Channel {
  /** Settles when the program's pipe has taken it, so that who writes waits for a slow reader; rejects when it has ended. */
  write(bytes: Uint8Array): Promise<void>;
  /** The program's output, piece by piece, to one reader; the program waits for a slow one. Ends with the program. */
  readonly output: AsyncIterable<Uint8Array>;
  /** The end of what it said on its standard error, with secrets masked, bounded. */
  notes(): string;
  /** The walls in its way, by what it said on its standard error; absent where nothing confines it. */
  walls?(): readonly Wall[];
  readonly ended: Promise<ChannelEnd>;
  /** Ends the program with everything that it started; safe to call twice. */
  close(): Promise<ChannelEnd>;
}
