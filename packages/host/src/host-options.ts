/** What a host is made from. Every effect that tests replace is an argument. */
import type { Clock, Ids, Store } from "@toolplane/contract";
import type { Connector, Resolver } from "./net/egress.ts";
import type { ReadConfinement } from "./sandbox/read-confinement.ts";

/** One host: one workspace, its doors, its processes. */
export interface HostOptions {
  /** The workspace root; null when none is open, and then relative paths are errors. */
  readonly workspace: string | null;
  /** Further roots of `{workspace}`. */
  readonly extraRoots?: readonly string[];
  /** Files opened beside the workspace; their directories are `{ad-hoc}`. */
  readonly adHocFiles?: () => readonly string[];
  /** The host's own data; the platform's data directory for `toolplane` unless given. Closed to every tool. */
  readonly userData?: string;
  /** Where the private scratch directory is made; the system's temporary directory unless given. */
  readonly scratchParent?: string;
  /** The environment that declared names are read from; `process.env` unless given. `HOME` in it is the person's home. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** "none" runs processes unconfined, and says so. */
  readonly sandbox?: "auto" | "none";
  /** "off" makes every command line opaque: only the sandbox is left. */
  readonly parser?: "on" | "off";
  /** How the kernel reads a confinement. */
  readonly readConfinement: ReadConfinement;
  readonly resolver?: Resolver;
  readonly connector?: Connector;
  /** Where file changes and their before-images are kept; files under `userData` unless given. */
  readonly store?: Pick<Store, "journal" | "payloads">;
  readonly clock?: Clock;
  readonly ids?: Ids;
  /** No file is read or written whole above this size. */
  readonly maxFileBytes?: number;
  /** Output of a process above this lies in a file only. */
  readonly maxOutputBytes?: number;
}
