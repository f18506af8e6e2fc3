/** Input of the conformance suite for tools. */
import type { ErrorCode, JsonObject, Tool, ToolLayer } from "@toolplane/contract";
import type { KernelOptions, SessionOptions } from "@toolplane/kernel";
import type { MemoryHost } from "../memory/create-memory-host.ts";

/** A tool and what is needed to try it. */
export interface ToolConformanceOptions {
  /** Any tool, whatever its arguments. */
  readonly tool: Tool;
  /** A fresh host for each try, with everything that the valid arguments name. Always the same state. */
  readonly host: () => MemoryHost;
  /** Arguments that the tool accepts and can serve on that host; at least one. */
  readonly valid: readonly JsonObject[];
  /** Arguments that its schema refuses: objects, or texts that are no JSON object. */
  readonly invalid: readonly (JsonObject | string)[];
  /** Codes that valid arguments may settle with beside an output. */
  readonly mayFailWith?: readonly ErrorCode[];
  /** The tool finds out only while it runs what it touches (it follows links or lists): its footprint is not compared. */
  readonly mayTouchUnpredicted?: boolean;
  /** The layer it is registered in; "bundled" unless given. `footprint` as code is honoured there only. */
  readonly layer?: ToolLayer;
  /** Services, configuration, an agent: what the tool needs of its kernel. */
  readonly kernel?: Omit<Partial<KernelOptions>, "host" | "tools" | "policy" | "broker">;
  readonly session?: SessionOptions;
  /** How long real work that no clock sees (loading a parser) may take before time is moved; 2000 ms unless given. */
  readonly patienceMs?: number;
}
