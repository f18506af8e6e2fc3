/** The parts that the commands of one session share, made when the first of them needs it: a holder, a relay, a home. */
import { rmSync } from "node:fs";
import { ToolError } from "@toolplane/contract";
import type { Egress, RelayService } from "@toolplane/disk/net";
import type { Places } from "@toolplane/disk/paths";
import { createRelay, type Relay } from "../proxy/relay.ts";
import { createSessionAuthority, type SessionAuthority } from "../proxy/session-authority.ts";
import { type AheadParts, type AheadViews, createAheadViews } from "./ahead-views.ts";
import { type CommandHome, createCommandHomes, type HomeKind } from "./command-homes.ts";
import { type Holder, type StartHolderOptions, startHolder } from "./start-holder.ts";

export interface ProcessSession {
  /** The running holder; a new one when the last is gone. */
  holder(): Promise<Holder>;
  /** The relay in that holder's network. */
  relay(): Promise<Relay>;
  /** What commands that have the relay are told of the services behind it. */
  readonly told: Readonly<Record<string, string>>;
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
      used.relay ??= openRelay(options, { holder, authority });
      return used.relay;
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
      for (const path of kept) rmSync(path, { force: true });
    },
  };
}

async function openRelay(
  { start, egress, services, extraCertificates = [] }: ProcessSessionOptions,
  given: { readonly holder: Holder; readonly authority: () => Promise<SessionAuthority> },
): Promise<Relay> {
  const { holder, authority } = given;
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
    extraCertificates,
  });
}
