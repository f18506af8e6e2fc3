/** The operating-system side, as one value that the kernel is given. Everything a call can do to the world goes through here. */

import type { ComputeRequest } from "../doors/compute.ts";
import type { FsDoor, JournalDoor, NetDoor } from "../doors/doors.ts";
import type { Variables } from "../policy/requirement.ts";
import type { Analyzer } from "./analyzer.ts";
import type { Clock } from "./clock.ts";
import type { Gate } from "./gate.ts";
import type { Ids } from "./ids.ts";
import type { Landings } from "./landings.ts";
import type { Processes } from "./processes.ts";
import type { Redactor } from "./redactor.ts";
import type { SandboxStatus } from "./sandbox.ts";
import type { Sidecars } from "./sidecars.ts";
import type { Streams } from "./streams.ts";
import type { Views } from "./views.ts";

/** The call that a door is bound to. */
export interface DoorContext {
  readonly gate: Gate;
  readonly redactor: Redactor;
  readonly signal: AbortSignal;
  readonly sessionId: string;
  readonly callId: string;
}

/** Port: implemented by `host`, a memory version in `testkit`. */
export interface Host {
  readonly analyzer: Analyzer;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly processes: Processes;
  readonly sidecars: Sidecars;
  readonly sandbox: SandboxStatus;
  /** The name of the process that holds the sessions of this host, by which another can tell whether it still runs. */
  readonly heldBy?: string;
  /** Roots behind `{workspace}`, `{added}`, `{ad-hoc}`, `{user-data}`, `{scratch}`, absolute; read again for each session. */
  variables(): Variables;
  /**
   * The part of a host that belongs to one session: a `{scratch}` that only its own tools and commands reach, in its variables and in how
   * its paths are read. A child's lock files are its parent's. Doors and processes find it by the session's id; `closeSession` frees it. Who wraps the analyzer of
   * a host wraps this one's. A host whose sessions share one scratch folder leaves it out.
   */
  forSession?(sessionId: string, parentId?: string): Pick<Host, "analyzer" | "variables">;
  /** Files and folders that every process is shown beside its reach, read-only, absolute; looked for when it is first asked. */
  systemBase?(): readonly string[];
  /** Opens the file door for one call. */
  files(context: DoorContext): FsDoor;
  /** Opens the network door for one call. */
  network(context: DoorContext): NetDoor;
  /** Opens requests whose answers stream; a host without a network leaves it out. */
  streams?(context: DoorContext): Streams;
  /** Opens the journal door for one call. */
  journal(context: DoorContext): JournalDoor;
  /** Change sets that wait for a person; absent where commands do not run on views. */
  readonly landings?: Landings;
  /** Views that sessions have of their own; absent where none can be held. */
  readonly views?: Views;
  /** One variable of the environment by name; the kernel has checked that the tool declared it. */
  environment(name: string): string | undefined;
  /** Lets go of what a session holds beyond its calls: its helper process, its output files. Safe to call twice. */
  closeSession?(sessionId: string): Promise<void>;
  /**
   * Keeps the process from ending while calls run: `waiting` gives what must settle first, or null. Returns how to stop. A host
   * that is no process leaves it out.
   */
  holdProcess?(waiting: () => Promise<unknown> | null): () => void;
  /** Runs a pure module in a worker with a deadline. */
  compute(request: ComputeRequest): Promise<unknown>;
}
