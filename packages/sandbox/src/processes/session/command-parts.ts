/** The parts of the host that running one command needs. */
import type { Clock, Ids } from "@toolplane/contract/ports";
import type { Places } from "@toolplane/disk/paths";
import type { Sandbox } from "../../backend/sandbox.ts";
import type { SessionViews } from "../../backend/session-views.ts";
import type { HostLandings } from "../../landing/state/landings.ts";
import type { ChangeWatch } from "../../watch/change-watch.ts";
import type { SpoolFolder } from "../output/spool-folder.ts";

/** The part of landings that commands use. */
export type CommandLandings = Pick<
  HostLandings,
  "begin" | "settle" | "makeAhead" | "beginAhead" | "discard"
>;

/** Everything but the session. */
export interface CommandParts {
  readonly places: Places;
  readonly sandbox: Sandbox;
  /** Looks at what a command changed where it ran on no view. */
  readonly changes: ChangeWatch;
  /** Makes the folders of views and lands what was changed in them; without it files are bound as they are. */
  readonly landings?: CommandLandings;
  /** The views that sessions have of their own. */
  readonly held?: SessionViews | undefined;
  /** Keeps what a process that runs on replaces and removes in its outputs. */
  readonly keeperOf: HostLandings["keeperOf"];
  /** Paths that every process that runs on may write, absolute; see `Outputs`. */
  readonly backgroundWrites: readonly string[];
  /** Bytes that the outputs of one may grow by, and how many files they may hold. */
  readonly maxBackgroundBytes: number;
  readonly maxBackgroundFiles: number;
  /** Bytes and files that all that a session's commands write may take on the disk, wherever that is. */
  readonly maxRoomBytes: number;
  readonly maxRoomFiles: number;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly spools: SpoolFolder;
  /** The shell, by its path: a `bash` that the project put on PATH is not it. */
  readonly shell: string;
  /** True where commands share a network namespace of the session's, with a relay in it. */
  readonly relays: boolean;
  /** Bound of the text in a result. */
  readonly maxOutputBytes: number;
  /** A command that prints more is ended. */
  readonly maxSpoolBytes: number;
  /** Between asking a command to end and killing it. */
  readonly graceMs: number;
}
