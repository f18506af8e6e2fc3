/** Lets a program through the session's relay, when its confinement has one. */
import type { ProcessReport } from "@toolplane/contract";
import type { Gate, ProcessContext } from "@toolplane/contract/ports";
import type { CommandParts } from "../session/command-parts.ts";
import type { ProcessSession } from "../session/process-session.ts";

/** The program to let through, and its relay. */
export interface Admission {
  readonly parts: Pick<CommandParts, "relays" | "ids">;
  readonly session: Pick<ProcessSession, "relay" | "trust">;
  readonly context: Pick<ProcessContext, "confinement">;
  readonly gate: Gate;
}

const MAX_HOSTS = 256;

/** Registers it with the relay; `leave` cuts its connections and opens nothing more for it. */
export async function admitCommand({ parts, session, context, gate }: Admission): Promise<{
  readonly proxy?: string;
  /** The folder of certificates that it is to trust, where TLS may end at the relay. */
  readonly trust?: string;
  readonly hosts: ProcessReport["hosts"];
  leave(): void;
}> {
  const hosts: ProcessReport["hosts"][number][] = [];
  if (!parts.relays || context.confinement.network.access === "none") return { hosts, leave() {} };
  const relay = await session.relay();
  const trust = await session.trust(gate);
  const token = parts.ids.nonce();
  const over = new AbortController();
  const forget = relay.admit(token, {
    gate,
    signal: over.signal,
    note: ({ host, port, allowed, reason }) => {
      const known = hosts.some(
        (entry) =>
          entry.host === host &&
          entry.port === port &&
          entry.allowed === allowed &&
          entry.reason === reason,
      );
      if (!known && hosts.length < MAX_HOSTS)
        hosts.push({ host, port, allowed, ...(reason === undefined ? {} : { reason }) });
    },
  });
  const leave = () => {
    over.abort();
    forget();
  };
  const proxy = `http://toolplane:${token}@127.0.0.1:${relay.port}`;
  return { proxy, hosts, leave, ...(trust === null ? {} : { trust }) };
}
