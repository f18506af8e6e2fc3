/** Options of tool folders, and the facts about the units found in them. */
import type { Tool } from "@toolplane/contract";
import type { Channel, Clock } from "@toolplane/contract/ports";
import type { ToolUnit } from "./read-unit.ts";

type FolderLayer = "bundled" | "global" | "project";

/** A layer's folder; it need not be there yet. Or one unit by its own path, which a program names. */
export interface ToolFolder {
  readonly layer: FolderLayer;
  readonly folder: string;
  /** Only this unit of the folder. */
  readonly unit?: string;
}

/** A fault of a unit, and how far it came. The rest goes on. */
export interface ToolFolderProblem {
  readonly name: string;
  readonly layer: ToolFolder["layer"];
  readonly stage: "read" | "trust" | "sandbox" | "load" | "admit";
  readonly message: string;
}

/** The kernel, as far as it is needed. */
interface ToolHome {
  openChannel(request: {
    readonly name: string;
    readonly layer: FolderLayer;
    readonly argv: readonly string[];
    readonly cwd: string;
    readonly requires: Readonly<Record<string, never>>;
    readonly shows: readonly string[];
    readonly installed: readonly string[];
    readonly unconfined: boolean;
  }): Promise<Channel>;
  register(
    tool: Tool,
    origin: {
      readonly layer: FolderLayer;
      readonly trusted: boolean;
      readonly isolated: true;
    },
  ): ToolRegistration;
}

export interface ToolRegistration {
  readonly status: string;
  readonly reason: string | null;
  ready(): Promise<void>;
  reload(tool: Tool): Promise<void>;
  close(): Promise<void>;
}

export interface ToolFoldersOptions {
  readonly folders: readonly ToolFolder[];
  /** Only these files or folders of theirs, by path; all unless given. */
  readonly units?: readonly string[];
  readonly home: ToolHome;
  /** True where processes are confined. */
  readonly confined: boolean;
  /** A person said that tools of a project may run where nothing confines them. */
  readonly unconfinedTools?: boolean;
  /** True when a person has agreed to exactly this content; asked for project units only. Without it nothing of a project runs. */
  readonly isTrusted?: (unit: Pick<ToolUnit, "name" | "path" | "digest">) => boolean;
  readonly onProblem?: (problem: ToolFolderProblem) => void;
  readonly clock?: Clock;
  /** Looks again when something changes there; between turns the kernel puts it in place. */
  readonly watch?: boolean;
  /** Time that a worker is kept without calls. */
  readonly idleMs?: number;
}

/** A tool that came from a folder, by what a person must know of it. */
export interface FolderTool {
  readonly unit: string;
  readonly layer: ToolFolder["layer"];
  readonly path: string;
  readonly digest: string;
  readonly tool: Tool;
  /** It says how approvals are remembered; its annotations decide all the same. */
  readonly hasKey: boolean;
}

export interface ToolFolders {
  tools(): readonly FolderTool[];
  problems(): readonly ToolFolderProblem[];
  /** Looks again. Settles when what changed is in place, or waits for the turn to end. Never rejects. */
  reload(): Promise<void>;
  /**
   * Looks in these folders too, instead of those named here before. Tools that are in none of them any more are gone for new
   * calls, and calls of theirs that run end with what they began with. Settles like `reload`.
   */
  use(folders: readonly ToolFolder[]): Promise<void>;
  close(): Promise<void>;
}
