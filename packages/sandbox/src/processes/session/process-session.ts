/** The parts that the commands of one session share, made when the first of them needs it: a holder, a relay, a home. */
import { rmSync } from "node:fs";
import { ToolError } from "@toolplane/contract";
import type { Gate } from "@toolplane/contract/ports";
import type { Egress, RelayService } from "@toolplane/disk/net";
import type { Places } from "@toolplane/disk/paths";
import type { Credential } from "../proxy/credentials/credential.ts";
import { createSessionCredentials } from "../proxy/credentials/session-credentials.ts";
import { createRelay, type Relay } from "../proxy/relay.ts";
import type { RelayOptions } from "../proxy/relay-parts.ts";
import { createSessionAuthority, type SessionAuthority } from "../proxy/session-authority.ts";
import { type AheadParts, type AheadViews, createAheadViews } from "./ahead-views.ts";
import { type CommandHome, createCommandHomes, type HomeKind } from "./command-homes.ts";
import { type Holder, type StartHolderOptions, startHolder } from "./start-holder.ts";
import { makeTrustFolder, type TrustFolder } from "./trust-folder.ts";

export interface ProcessSession {
  /** The running holder; a new one when the last is gone. */
  holder(): Promise<Holder>;
  /** The relay in that holder's network. */
  relay(): Promise<Relay>;
  /** What commands that have the relay are told of the services behind it. */
  readonly told: Readonly<Record<string, string>>;
  /** The folder of certificates that a command with this gate is to trust; null where no TLS ends for it. */
  trust(gate: Gate): Promise<string | null>;
  /** What its commands have in the place of credentials. */
  readonly placeholders: Readonly<Record<string, string>>;
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
  readonly parts: AheadParts;
}

interface Running {
  readonly holder: Promise<Holder>;
  relay?: Promise<Relay>;
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
    if (running === known && !closed) running = { holder: startHolder(options.start) };
    return running ?? current();
  }
  const currentHolder = async () => (await current()).holder;
  const ahead = createAheadViews(options.parts, currentHolder);
  return {
    folder,
    told: Object.assign({}, ...options.services.map(({ environment }) => environment)),
    ahead,
    keep: (path) => void kept.add(path),
    holder: currentHolder,
    async relay() {
      const used = await current();
      const holder = await used.holder;
      used.relay ??= openRelay(options, { holder, authority, credentials });
      return used.relay;
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
      await ahead.close();
      (await used?.relay?.catch(() => null))?.close();
      await (await used?.holder.catch(() => null))?.close();
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

async function openRelay(
  { start, egress, services, tunnels, extraCertificates = [] }: ProcessSessionOptions,
  given: Pick<RelayOptions, "authority" | "credentials"> & { readonly holder: Holder },
): Promise<Relay> {
  const { holder, authority, credentials } = given;
  const { server, port } = await holder.listen();
  // Where the holder shares the person's network, "inside" would be the very loopback that the gate refused.
  const connectInside = start.launches.length > 0 ? holder.connect : async () => null;
  return createRelay({
    server,
    port,
    egress,
    connectInside,
    services,
    authority,
    credentials,
    tunnels,
    extraCertificates,
  });
}
