/** The parts that the commands of one session share, made when the first of them needs it: a holder, a relay, a home. */
import { rmSync } from "node:fs";
import type { Socket } from "node:net";
import { ToolError } from "@toolplane/contract";
import type { Gate } from "@toolplane/contract/ports";
import type { Egress, RelayService } from "@toolplane/disk/net";
import type { Places } from "@toolplane/disk/paths";
import { isLoopbackAddress } from "@toolplane/readings";
import type { Credential } from "../proxy/credentials/credential.ts";
import { createSessionCredentials } from "../proxy/credentials/session-credentials.ts";
import { createRelay, type Relay } from "../proxy/relay.ts";
import type { RelayOptions } from "../proxy/relay-parts.ts";
import { createSessionAuthority, type SessionAuthority } from "../proxy/session-authority.ts";
import { type AheadParts, type AheadViews, createAheadViews } from "./ahead-views.ts";
import { type CommandHome, createCommandHomes, type HomeKind } from "./command-homes.ts";
import { createForwards, type Forwards } from "./forwards.ts";
import { type Holder, type StartHolderOptions, startHolder } from "./start-holder.ts";
import { makeTrustFolder, type TrustFolder } from "./trust-folder.ts";

export interface ProcessSession {
  /** The running holder; a new one when the last is gone. */
  holder(): Promise<Holder>;
  /** The relay in that holder's network. */
  relay(): Promise<Relay>;
  /** The variables that tell commands with the relay of the services behind it. */
  readonly told: Readonly<Record<string, string>>;
  /** The folder of certificates that a command with this gate is to trust; null where no TLS ends for it. */
  trust(gate: Gate): Promise<string | null>;
  /** The placeholders of credentials that its commands have. */
  readonly placeholders: Readonly<Record<string, string>>;
  /** A service stands for a host on loopback. */
  readonly servesLoopback: boolean;
  /** The ports that its programs listen on, in a network of their own. */
  ports(): readonly number[];
  /** A connection to one of them; null where nothing listens. */
  connect(host: string, port: number): Promise<Socket | null>;
  /** Those that the person can open on this machine. */
  readonly forwards: Forwards;
  /** The next view of its commands. */
  readonly ahead: AheadViews;
  /** The home of sandboxed commands: the session's own, or a fresh one for a command that must not meet what others wrote. */
  home(which: HomeKind): CommandHome;
  /** Makes the next fresh home, while no command waits for it. */
  homeAhead(): void;
  /** The folder for this session's kept output. */
  readonly folder: string;
  /** A file that goes when the session does. */
  keep(path: string): void;
  close(): Promise<void>;
}

export interface ProcessSessionOptions {
  /** The host's: homes that no other command may see lie in its scratch folder, beside the sessions'. */
  readonly places: Places;
  /** The session's scratch folder. */
  readonly folder: string;
  readonly egress: Egress;
  /** In front of hosts, for this session. */
  readonly services: readonly RelayService[];
  readonly credentials: readonly Credential[];
  /** Hosts that are never read, whatever rules say. */
  readonly tunnels: readonly string[];
  readonly extraCertificates?: readonly string[];
  readonly start: StartHolderOptions;
  /** The holder of another session, whose view this one works in; its own is started unless given. */
  readonly borrow?: () => Promise<Holder>;
  readonly parts: AheadParts;
}

interface Running {
  readonly holder: Promise<Holder>;
  relay?: Promise<Relay>;
  /** Once it runs. */
  live?: { readonly holder: Holder; relayPort?: number };
}

/** Makes a session; nothing is started yet. */
export function createProcessSession(options: ProcessSessionOptions): ProcessSession {
  const { places, folder } = options;
  let running: Running | null = null;
  let closed = false;
  const kept = new Set<string>();
  let made: Promise<SessionAuthority> | undefined;
  const authority = () => {
    made ??= createSessionAuthority();
    return made;
  };
  let shown: Promise<TrustFolder> | undefined;
  const credentials = createSessionCredentials(options.credentials);
  const homes = createCommandHomes(places, folder);

  async function current(): Promise<Running> {
    if (closed) throw new ToolError("cancelled", "The session is closed.");
    const known = running;
    if (known !== null) {
      const holder = await known.holder.catch(() => null);
      if (holder !== null && !holder.gone) return known;
    }
    // The caller that waited longest starts it, the others find it started.
    if (running === known && !closed) running = startRunning(options);
    return running ?? current();
  }
  const currentHolder = async () => (await current()).holder;
  const ahead = createAheadViews(options.parts, currentHolder);
  // Where the holder shares the person's network, "inside" would be the machine's own loopback.
  const namespaced = options.start.launches.length > 0;
  /** The relay is no server of the session's. */
  const isOwn = (port: number) => port !== running?.live?.relayPort;
  const connect = async (host: string, port: number): Promise<Socket | null> => {
    const holder = running?.live?.holder;
    if (!namespaced || holder === undefined || holder.gone || !isOwn(port)) return null;
    return connectInside(holder, host, port);
  };
  const forwards = createForwards((port) => connect("localhost", port));
  const ports = () => (running?.live?.holder.listening() ?? []).filter(isOwn);
  return {
    ports,
    connect,
    forwards,
    folder,
    told: Object.assign({}, ...options.services.map(({ environment }) => environment)),
    servesLoopback: options.services.some(({ onLoopback }) => onLoopback === true),
    ahead,
    keep: (path) => void kept.add(path),
    holder: currentHolder,
    async relay() {
      const used = await current();
      const holder = await used.holder;
      used.relay ??= openRelay(options, { holder, authority, credentials, connect, ports });
      const relay = await used.relay;
      if (used.live !== undefined) used.live.relayPort = relay.port;
      return relay;
    },
    placeholders: credentials.placeholders,
    async trust(gate) {
      if (!mayEnd(options, gate)) return null;
      shown ??= authority().then(({ certificate }) => makeTrustFolder(places, certificate));
      return (await shown).folder;
    },
    home: homes.home,
    homeAhead: homes.follow,
    async close() {
      const used = running;
      running = null;
      closed = true;
      forwards.keep([]);
      await ahead.close();
      (await used?.relay?.catch(() => null))?.close();
      if (options.borrow === undefined) await (await used?.holder.catch(() => null))?.close();
      homes.close();
      (await shown?.catch(() => null))?.remove();
      for (const path of kept) rmSync(path, { force: true });
    },
  };
}

/** True where something may have to be read. What cannot be told may. */
function mayEnd({ services, credentials }: ProcessSessionOptions, gate: Gate): boolean {
  if (services.length > 0 || credentials.length > 0) return true;
  try {
    return gate.needsRequests?.() ?? false;
  } catch {
    return true;
  }
}

function startRunning({ start, borrow }: ProcessSessionOptions): Running {
  const made: Running = { holder: borrow?.() ?? startHolder(start) };
  made.holder.then(
    (holder) => {
      made.live = { holder };
    },
    () => {},
  );
  return made;
}

async function openRelay(
  { egress, services, tunnels, extraCertificates = [] }: ProcessSessionOptions,
  given: Pick<RelayOptions, "authority" | "credentials"> &
    Pick<ProcessSession, "connect" | "ports"> & { readonly holder: Holder },
): Promise<Relay> {
  const { holder, authority, credentials, connect, ports } = given;
  const { server, port } = await holder.listen();
  return createRelay({
    server,
    port,
    egress,
    connectInside: connect,
    servesInside: (wanted) => ports().includes(wanted),
    services,
    authority,
    credentials,
    tunnels,
    extraCertificates,
  });
}

/** A name may be served at either address. */
async function connectInside(holder: Holder, host: string, port: number): Promise<Socket | null> {
  const addresses = isLoopbackAddress(host) ? [host] : ["127.0.0.1", "::1"];
  for (const address of addresses) {
    const socket = await holder.connect(address, port);
    if (socket !== null) return socket;
  }
  return null;
}
