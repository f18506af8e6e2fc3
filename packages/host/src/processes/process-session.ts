/** What the commands of one session share, made when the first of them needs it: a holder, a relay, a home. */
import { createHash } from "node:crypto";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { ToolError } from "@toolplane/contract";
import type { Egress } from "../net/egress.ts";
import type { Places } from "../paths/places.ts";
import { createRelay, type Relay } from "./relay.ts";
import { makeSessionHome } from "./session-home.ts";
import { type Holder, type StartHolderOptions, startHolder } from "./start-holder.ts";

/** One session's processes. */
export interface ProcessSession {
  /** The running holder; a new one when the last is gone. */
  holder(): Promise<Holder>;
  /** The relay in that holder's network. */
  relay(): Promise<Relay>;
  /** The home of sandboxed commands, as they see it and where it lies. */
  home(): { readonly inside: string; readonly outside: string };
  /** Where this session's kept output goes. */
  readonly folder: string;
  /** A file that goes when the session does. */
  keep(path: string): void;
  close(): Promise<void>;
}

export interface ProcessSessionOptions {
  readonly sessionId: string;
  readonly places: Places;
  readonly egress: Egress;
  readonly start: StartHolderOptions;
}

interface Running {
  readonly holder: Promise<Holder>;
  relay?: Promise<Relay>;
}

/** Makes a session; nothing is started yet. */
export function createProcessSession(options: ProcessSessionOptions): ProcessSession {
  const { places, egress } = options;
  const folder = join(places.scratch, folderName(options.sessionId));
  const home = join(folder, "home");
  let running: Running | null = null;
  let homeMade = false;
  let closed = false;
  const kept = new Set<string>();

  async function current(): Promise<Running> {
    if (closed) throw new ToolError("cancelled", "The session is closed.");
    const known = running;
    if (known !== null) {
      const holder = await known.holder.catch(() => null);
      if (holder !== null && !holder.gone) return known;
    }
    // Whoever waited longest starts it, the others find it started.
    if (running === known && !closed) running = { holder: startHolder(options.start) };
    return running ?? current();
  }
  return {
    folder,
    keep: (path) => void kept.add(path),
    holder: async () => (await current()).holder,
    async relay() {
      const used = await current();
      const holder = await used.holder;
      used.relay ??= openRelay({ holder, egress, namespaced: options.start.launches.length > 0 });
      return used.relay;
    },
    home() {
      if (!homeMade) makeSessionHome(home, places.home);
      homeMade = true;
      const inside = places.tmpIsScratch
        ? join("/tmp", folderName(options.sessionId), "home")
        : home;
      return { inside, outside: home };
    },
    async close() {
      const used = running;
      running = null;
      closed = true;
      (await used?.relay?.catch(() => null))?.close();
      await (await used?.holder.catch(() => null))?.close();
      if (homeMade) rmSync(home, { recursive: true, force: true });
      for (const path of kept) rmSync(path, { force: true });
    },
  };
}

async function openRelay(options: {
  readonly holder: Holder;
  readonly egress: Egress;
  readonly namespaced: boolean;
}): Promise<Relay> {
  const { holder, egress } = options;
  const { server, port } = await holder.listen();
  // Where the holder shares the person's network, "inside" would be the very loopback that the gate refused.
  const connectInside = options.namespaced ? holder.connect : async () => null;
  return createRelay({ server, port, egress, connectInside });
}

/** Ids are names of ours; one that could be read as a path is hashed. */
function folderName(sessionId: string): string {
  if (/^[A-Za-z0-9_][A-Za-z0-9_.-]{0,99}$/.test(sessionId)) return sessionId;
  return createHash("sha256").update(sessionId).digest("hex");
}
