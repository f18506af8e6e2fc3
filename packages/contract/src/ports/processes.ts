/** Running programs inside a confinement. The kernel computes the confinement; the host translates and enforces it. */

import type { ProcessHandle, ProcessText, ServedPort } from "../doors/process-handle.ts";
import type { Confinement } from "../policy/confinement.ts";
import type { OutputJudge } from "../result/change-set.ts";
import type { EndedCommand, ProcessResult } from "../result/process-result.ts";
import type { WallReader } from "../result/wall.ts";
import type { Channel, ChannelSpec } from "./channel.ts";
import type { Gate } from "./gate.ts";
import type { LandingJudge } from "./landings.ts";
import type { Redactor } from "./redactor.ts";

/** The command to run: a shell line (`bash --noprofile --norc -c`), or an argv without a shell. */
export interface ProcessSpec {
  readonly command: { readonly shell: string } | { readonly argv: readonly string[] };
  readonly cwd: string;
  /** Values for declared names; the host adds its own fixed list and nothing else. */
  readonly env: Readonly<Record<string, string>>;
  readonly timeoutMs?: number;
  readonly stdin?: string;
  readonly pty?: { readonly columns: number; readonly rows: number };
  /** For `start`: what it may write while it runs on, absolute and with links resolved; made when it is missing. Nothing else. */
  readonly writes?: readonly string[];
}

/** The call and session that the process is tied to. */
export interface ProcessContext {
  readonly confinement: Confinement;
  /** Asked by the egress relay for each host. */
  readonly gate: Gate;
  readonly redactor: Redactor;
  readonly signal: AbortSignal;
  /**
   * Aborted when the rules do not let it run any more: it is killed at once, nothing of it lands, and the reason, an error with a
   * sentence for its reader, is told with its end. Unlike the signal it binds a process that outlives its call too.
   */
  readonly lease?: AbortSignal;
  readonly sessionId: string;
  readonly callId: string;
  /** Asked when a foreground command has changed something in its view; without one nothing lands. */
  readonly landing?: LandingJudge;
  /**
   * Asked about each path that came where nothing lands: what a process which runs on has written into its outputs, and what a
   * command has left that had no view. Without one only the confinement speaks.
   */
  readonly outputs?: OutputJudge;
  /**
   * Asked, before the change set is judged, when a command on a view ended by itself: true drops the set, because the command is
   * run again with wider reach. A host without views does not ask.
   */
  readonly runsAgain?: (ended: EndedCommand) => Promise<boolean>;
  /** Show what it would change, and drop it: no network, a home and scratch of its own. */
  readonly dryRun?: boolean;
  /** It leaves nothing behind and finds nothing: a home and scratch of its own, thrown away when it ends. */
  readonly isolated?: boolean;
  /** Every command of the line is known only to read: a read-only view, and nothing to land. */
  readonly readsOnly?: boolean;
  /**
   * Asked which walls its output speaks of: for its report, and while it runs on for who reads it. A host that confines nothing does
   * not ask.
   */
  readonly walls?: WallReader;
  /** Called with redacted pieces of the output as they come. */
  readonly onOutput?: (text: string) => void;
}

/** Port: implemented by `host`. */
export interface Processes {
  run(spec: ProcessSpec, context: ProcessContext): Promise<ProcessResult>;
  start(spec: ProcessSpec, context: ProcessContext): Promise<ProcessHandle>;
  /** Starts a program to speak with; a host that runs none leaves it out. It ends with the session of the context. */
  open?(spec: ChannelSpec, context: ProcessContext): Promise<Channel>;
  list(sessionId: string): readonly ProcessHandle[];
  read(
    id: string,
    range: { readonly offset: number; readonly limit: number },
  ): Promise<ProcessText>;
  write(id: string, text: string): Promise<void>;
  stop(id: string): Promise<ProcessResult>;
  /**
   * The ports that the session's programs listen on, in a network of their own. A host whose programs share the machine's network
   * has none, or leaves it out.
   */
  ports?(sessionId: string): readonly ServedPort[];
  /** Opens such a port on this machine, for its person, until nothing serves it any more. */
  forward?(sessionId: string, port: number): Promise<ServedPort>;
}
