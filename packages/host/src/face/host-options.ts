/** What a host is made from. Every effect that tests replace is an argument. */
import type { Clock, Ids, Store } from "@toolplane/contract";
import type { Connector, Resolver } from "../net/egress.ts";
import type { PlacesOptions } from "../paths/places-options.ts";
import type { ReadConfinement } from "../sandbox/plan/read-confinement.ts";

/** One host: one workspace, its doors, its processes. */
export interface HostOptions extends PlacesOptions {
  /** "plain" passes over bubblewrap; "none" runs processes unconfined, and says so. */
  readonly sandbox?: "auto" | "plain" | "none";
  /** "off" makes every command line opaque: only the sandbox is left. */
  readonly parser?: "on" | "off";
  /** How the kernel reads a confinement. */
  readonly readConfinement: ReadConfinement;
  readonly resolver?: Resolver;
  readonly connector?: Connector;
  /** Where file changes, their before-images and the index of sidecars are kept; files under `userData` unless given. */
  readonly store?: Pick<Store, "journal" | "payloads"> & Partial<Pick<Store, "sidecars">>;
  readonly clock?: Clock;
  readonly ids?: Ids;
  /** No file is read or written whole above this size. */
  readonly maxFileBytes?: number;
  /** Output of a process above this lies in a file only. */
  readonly maxOutputBytes?: number;
  /** What every background process may write beside what its call names, relative to the workspace: `dist`, `.next`. */
  readonly backgroundWrites?: readonly string[];
  /** How much outputs may grow while a background process runs; it is ended beyond. */
  readonly maxBackgroundBytes?: number;
}
