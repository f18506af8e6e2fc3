import type { Duplex } from "node:stream";
import type { NetTarget } from "@toolplane/contract";
import type { RelayUser } from "./relay-parts.ts";
import type { HttpSpeaker } from "./speak-http.ts";
import type { Upstreams } from "./upstreams.ts";

/** A command with what it has open. */
export interface Admitted {
  readonly user: RelayUser;
  readonly sockets: Set<Duplex>;
  /** Its connections to servers whose requests are read. */
  readonly upstreams: Upstreams;
  /** The readers of its requests, by the place that they are for. */
  readonly servers: Map<string, Promise<HttpSpeaker>>;
  /** The connections to the outside, with how to cut them. */
  readonly outside: Map<() => void, NetTarget>;
  /** The same of what a service answers for: silence about it closes nothing. */
  readonly served: Map<() => void, NetTarget>;
  /** Count of times that something may have closed: what was allowed before the last time is asked about again. */
  narrowings: number;
}
