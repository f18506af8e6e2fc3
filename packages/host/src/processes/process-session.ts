/** What the commands of one session share, made when the first of them needs it: a holder, a relay, a home. */
import { createHash } from "node:crypto";
import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { ToolError } from "@toolplane/contract";
import type { Egress } from "../net/egress.ts";
import { openScratchBeside } from "../paths/open-places.ts";
import type { Places } from "../paths/places.ts";
import { removeScratch } from "../paths/scratch-ledger.ts";
import type { ScratchPart } from "../sandbox/backend/sandbox.ts";
import { createRelay, type Relay } from "./relay.ts";
import { makeSessionHome, removeSessionHome } from "./session-home.ts";
import { type Holder, type StartHolderOptions, startHolder } from "./start-holder.ts";

/** One session's processes. */
export interface ProcessSession {
  /** The running holder; a new one when the last is gone. */
  holder(): Promise<Holder>;
  /** The relay in that holder's network. */
  relay(): Promise<Relay>;
  /** The home of sandboxed commands: the session's own, or a fresh one for a command that must not meet what others wrote. */
  home(which: HomeKind): CommandHome;
  /** Where this session's kept output goes. */
  readonly folder: string;
  /** A file that goes when the session does. */
  keep(path: string): void;
  close(): Promise<void>;
}

/** The session's own home; a fresh one, because others wrote that; or one with a scratch folder that is thrown away with it. */
export type HomeKind = "own" | "fresh" | "thrown-away";

/** A home as its command sees it, and where it lies. */
export interface CommandHome {
  readonly inside: string;
  readonly outside: string;
  /** What is shown of scratch with it. */
  readonly scratch: ScratchPart;
  /** Removes what is not the session's own. */
  release(): void;
}

export interface ProcessSessionOptions {
  readonly sessionId: string;
  readonly places: Places;
  readonly egress: Egress;
  readonly start: StartHolderOptions;
  /**
   * True for the one session whose scratch is the host's: `/tmp/x` of the file tools is in there. Any other has a folder apart,
   * which nobody else is shown.
   */
  readonly ownsScratch: boolean;
  /** Folders of the other sessions in the host's scratch folder. */
  readonly others: () => readonly string[];
}

interface Running {
  readonly holder: Promise<Holder>;
  relay?: Promise<Relay>;
}

/** Makes a session; nothing is started yet. */
export function createProcessSession(options: ProcessSessionOptions): ProcessSession {
  const { places, egress } = options;
  const folder = join(places.scratch, folderName(options.sessionId));
  let running: Running | null = null;
  const name = folderName(options.sessionId);
  let own: CommandHome | null = null;
  let apart: string | null = null;
  let freshHomes = 0;
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
  function ownPart(): ScratchPart {
    if (!places.tmpIsScratch) return {};
    if (options.ownsScratch) return { closed: options.others().filter(existsSync) };
    apart ??= openScratchBeside(places);
    return { folder: apart, kept: [folder].filter(existsSync) };
  }
  function makeHome(last: string): CommandHome {
    const scratch = ownPart();
    const outside = scratch.folder === undefined ? join(folder, last) : join(scratch.folder, last);
    makeSessionHome(outside, places.home);
    const seen = scratch.folder === undefined ? join("/tmp", name, last) : join("/tmp", last);
    const release = () => removeSessionHome(outside);
    return { inside: places.tmpIsScratch ? seen : outside, outside, scratch, release };
  }
  function thrownAwayHome(): CommandHome {
    const thrown = openScratchBeside(places);
    const outside = join(thrown, "home");
    makeSessionHome(outside, places.home);
    const release = () => removeScratch(places.userData, thrown);
    return { inside: "/tmp/home", outside, scratch: { folder: thrown }, release };
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
    home(kind) {
      if (kind === "thrown-away") return thrownAwayHome();
      if (kind === "own") {
        own ??= makeHome("home");
        return { ...own, scratch: ownPart(), release() {} };
      }
      freshHomes += 1;
      return makeHome(`home-${freshHomes}`);
    },
    async close() {
      const used = running;
      running = null;
      closed = true;
      (await used?.relay?.catch(() => null))?.close();
      await (await used?.holder.catch(() => null))?.close();
      own?.release();
      if (apart !== null) removeScratch(places.userData, apart);
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
