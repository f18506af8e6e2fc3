/** A registered tool as one session uses it: its reach under this session's variables, and what can be known once for all calls. */
import type { AnyRuntime, Confinement, FsTarget, Resource } from "@toolplane/contract";
import type { Policies } from "../judge/evaluate-policies.ts";
import type { Reach } from "../policy/reach/reach.ts";
import type { ToolEntry } from "../registry/entry/tool-entry.ts";
import type { SharedFiles, SharedFootprint } from "./shared-footprint.ts";

/** The one argument that names a file, and the files that calls named so far. */
export interface FileUse {
  readonly argument: string;
  readonly access: FsTarget["capability"];
  readonly shared: SharedFiles;
}

/** The giver of a variable that a tool declared: a rule only, or the call that it is shown and judged with. */
export type DeclaredEnv = "by-rule" | "with-call";

/** Made at a tool's first call in a session. */
export interface SessionTool {
  readonly entry: ToolEntry;
  /** The tool's own requirements inside the ceiling. */
  readonly reach: Reach;
  /** Declared variables that are part of what each call touches. */
  readonly variables: readonly Resource[];
  /** Its own folder in `{user-data}`, where its requirements name that. */
  readonly dataFolder: string | null;
  /** The named capabilities it declared, inside the ceiling. */
  readonly capabilities: readonly string[];
  /** False for a tool that requires nothing: then no door is even looked for. */
  readonly hasDoors: boolean;
  /** Makes the runtime of a call, its record handed in, with the tool's doors; set at the first call. */
  openRuntime: ((call: never) => AnyRuntime) | null;
  /** Confinements of its processes before anything was approved, made at the first process of each kind under these rules. */
  confinements: {
    readonly ruledBy: Policies | null;
    readonly kinds: { [kind in `${"contained" | "open"}${"" | ", lands"}`]?: Confinement };
  };
  /** The footprint of a tool that annotates nothing. */
  readonly constant: SharedFootprint | null;
  /** For a tool whose footprint is the one file that one argument names. */
  readonly file: FileUse | null;
}
