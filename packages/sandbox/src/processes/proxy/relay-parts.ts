/** The shapes that the parts of a relay share. */
import type { Server, Socket } from "node:net";
import type { ProcessReport } from "@toolplane/contract";
import type { Gate } from "@toolplane/contract/ports";
import type { Egress, RelayService } from "@toolplane/disk/net";
import type { SessionCredentials } from "./credentials/session-credentials.ts";
import type { SessionAuthority } from "./session-authority.ts";

/** A command as the relay knows it. */
export interface RelayUser {
  readonly gate: Gate;
  readonly signal: AbortSignal;
  note(host: ProcessReport["hosts"][number]): void;
}

export interface RelayOptions {
  readonly server: Server;
  readonly port: number;
  readonly egress: Egress;
  /** Reaches a server inside the namespace; null where nothing listens. */
  readonly connectInside: (host: string, port: number) => Promise<Socket | null>;
  /** True where a program of the session listens there. */
  readonly servesInside: (port: number) => boolean;
  /** The services of ours whose connections are read request by request. */
  readonly services: readonly RelayService[];
  readonly credentials: SessionCredentials;
  /** Hosts whose TLS never ends here: programs that go there take no authority but their own. */
  readonly tunnels: readonly string[];
  /** Vouches for hosts whose TLS ends here. */
  readonly authority: () => Promise<SessionAuthority>;
  /** Trusted of servers beside the system's own, in PEM. */
  readonly extraCertificates?: readonly string[];
}

/** Where a command wants to go. */
export interface Wanted {
  readonly scheme: string;
  readonly host: string;
  readonly port: number;
}
