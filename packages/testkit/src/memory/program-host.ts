/** The host of a scripted program, as far as it needs one, and the record of its start. */
import type { Clock, ProcessContext, ProcessSpec, Sidecars } from "@toolplane/contract/ports";
import type { Permits } from "./confined-world.ts";
import type { MemoryDisk } from "./disk/memory-disk.ts";
import type { ScriptedPrograms } from "./scripted-program.ts";

/** The part of a host that runs programs. */
export interface ProgramHost {
  readonly disk: MemoryDisk;
  readonly clock: Clock;
  readonly sidecars: Sidecars;
  readonly programs: ScriptedPrograms;
  /** Null when the host has no sandbox. */
  readonly permits: Permits | null;
  /** Commands in the foreground run on a view. */
  readonly landsChanges?: boolean;
  /** Output above this many bytes goes to a sidecar. */
  readonly maxOutputBytes: number;
  /** The variables every process has. */
  readonly env: Readonly<Record<string, string>>;
}

/** The start of a process, for tests to look at. */
export interface SpawnedProcess {
  readonly spec: ProcessSpec;
  readonly context: ProcessContext;
  readonly background: boolean;
}
