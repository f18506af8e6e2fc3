/**
 * Input of the conformance suite for hosts. A host is made by its author, so the suite gets it together with what only
 * the author can give: a way to put things on its disk past every door, commands that do what a check needs, a server that
 * the host reaches. Everything on the disk happens at once, because the gate answers at once: the suite changes files while
 * a door waits for its answer.
 */
import type { Host } from "@toolplane/contract/ports";
import type { ConformanceDisk } from "../suite/conformance-disk.ts";
import type { ConformanceRequest } from "./conformance-server.ts";
import type { ConformanceTask } from "./conformance-task.ts";

/** Features that a host may lack, by name. A check that needs one of these is then reported as not tried, with the reason. */
export const HOST_FEATURES = [
  "links",
  "special-files",
  "network",
  "processes",
  "sandbox",
  "compute",
] as const;

/** One of {@link HOST_FEATURES}. */
export type HostFeature = (typeof HOST_FEATURES)[number];

/** The programs of a host: their commands and their bounds. */
export interface ConformanceProcesses {
  /** A command that does the task. `posixCommand` does for every host with bash. */
  command(task: ConformanceTask): { readonly shell: string; readonly argv: readonly string[] };
  /** The bound of a result's output, as this host was made; at most a few hundred kilobytes. */
  readonly maxOutputBytes: number;
}

/** One conformance server, under the names by which the host reaches it. No URL ends in a slash. */
export interface ConformanceNetwork {
  /** By a name that leads to a public address, or that the host takes for one. */
  readonly url: string;
  /** By another such name. */
  readonly otherUrl: string;
  /** By a name that leads to an address which is not public. */
  readonly innerUrl: string;
  /** That address, as the gate is asked about it. */
  readonly innerAddress: string;
  /** Nothing listens here. */
  readonly deadUrl: string;
  /** Every request that reached the server, in order. */
  requests(): readonly ConformanceRequest[];
}

/** A host and what is needed to try it. Made again for each check. */
export interface HostBench {
  readonly host: Host;
  readonly disk: ConformanceDisk;
  /** An empty directory: the first root of `{workspace}`, by its real path. Relative paths begin there. */
  readonly workspace: string;
  /** An empty directory that no variable holds, by its real path. */
  readonly outside: string;
  /** A variable of the environment that this host was made with. */
  readonly variable: { readonly name: string; readonly value: string };
  readonly network?: ConformanceNetwork;
  readonly processes?: ConformanceProcesses;
  /** The name of a module whose `compute` is `conformanceCompute`, as the host's `compute` takes it. */
  readonly computeModule?: string;
  close(): Promise<void>;
}

/** A host and how to get one. Its clock must run by itself. */
export interface HostConformanceOptions {
  readonly create: () => Promise<HostBench>;
  /** Features that this host does not have, each with the reason. Everything else is tried. */
  readonly lacks?: Readonly<Partial<Record<HostFeature, string>>>;
  /** Only checks that need one of these: for another variant of a host that passed the others already. */
  readonly needing?: readonly HostFeature[];
  /** How long a check waits for what must happen, in real milliseconds; 20,000 unless given. */
  readonly patienceMs?: number;
}

/** One thing that a host must hold to. `run` gives the problem in a sentence, or null. */
export interface HostCheck {
  readonly name: string;
  readonly needs?: readonly HostFeature[];
  run(bench: HostBench): Promise<string | null>;
}
