/**
 * Programs, run for calls and for sessions. One holder per session starts them; the first command pays for starting it.
 * A command in the foreground belongs to its call; one that was started to run on belongs to its session and ends with it.
 */
import { rmSync } from "node:fs";
import type { Socket } from "node:net";
import { delimiter, resolve } from "node:path";
import type { ProcessResult } from "@toolplane/contract";
import type { Clock, Ids, Processes } from "@toolplane/contract/ports";
import { DEFAULT_PATH } from "@toolplane/disk/ground";
import type { Egress, RelayService } from "@toolplane/disk/net";
import type { Places } from "@toolplane/disk/paths";
import { createSessionPlaces, type SessionPlaces } from "@toolplane/disk/paths";
import { isBelow } from "@toolplane/readings";
import type { Sandbox } from "../backend/sandbox.ts";
import type { SessionViews } from "../backend/session-views.ts";
import { MAX_OUTPUT_BYTES, MAX_OUTPUT_FILES } from "../bound/bound-views.ts";
import { LANDING_BOUNDS } from "../landing/state/landings.ts";
import type { ChangeWatch } from "../watch/change-watch.ts";
import { createBackground } from "./background.ts";
import { createChannels } from "./channels/channels.ts";
import { openSpoolFolder } from "./output/spool-folder.ts";
import type { Credential } from "./proxy/credentials/credential.ts";
import { runCommand } from "./run-command.ts";
import { findProgram, safePath } from "./safe-path.ts";
import type { CommandLandings, CommandParts } from "./session/command-parts.ts";
import { listeningPorts } from "./session/listening-ports.ts";
import { createProcessSession, type ProcessSession } from "./session/process-session.ts";
import { runHelper } from "./session/run-helper.ts";

export interface ProcessesOptions {
  readonly places: Places;
  /** Where each session's scratch folder is; made here from `places` unless given. */
  readonly sessionPlaces?: SessionPlaces;
  readonly sandbox: Sandbox;
  readonly egress: Egress;
  /** Services in front of hosts, made for each session. */
  readonly services?: (sessionId: string) => Promise<readonly RelayService[]>;
  /** Secrets that the relay puts into requests, and no command holds. */
  readonly credentials?: readonly Credential[];
  /** Hosts whose TLS never ends at the relay. */
  readonly tunnels?: readonly string[];
  /** Trusted of the servers behind the relay, beside the system's own; in PEM. */
  readonly extraCertificates?: readonly string[];
  readonly changes: ChangeWatch;
  readonly landings?: CommandLandings;
  /** The views that sessions have of their own; none unless given. */
  readonly held?: SessionViews | undefined;
  readonly keeperOf: CommandParts["keeperOf"];
  readonly clock: Clock;
  readonly ids: Ids;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly maxOutputBytes: number;
  /** Paths that every process that runs on may write, relative to the workspace; nothing unless given. */
  readonly backgroundWrites?: readonly string[];
  /** How much its outputs may grow while one runs, and how many files they may hold; 4 GiB and 200,000 unless given. */
  readonly maxBackgroundBytes?: number;
  readonly maxBackgroundFiles?: number;
  /** The room on the disk for all that a session's commands write; as much as one of them may change unless given. */
  readonly maxRoomBytes?: number;
  readonly maxRoomFiles?: number;
  /** A command that prints more than this is ended; 4 GiB unless given. */
  readonly maxSpoolBytes?: number;
  /** How long a command that was asked to end may take; a second and a half unless given. */
  readonly graceMs?: number;
}

/** Processes that can be put away. */
export interface HostProcesses extends Processes {
  /** True where a program of the session listens on the port, in the session's own network. */
  serves(sessionId: string, port: number): boolean;
  /**
   * True where a command that goes to this port of its loopback means its session's network and no other: something of the session
   * listens there, or nothing of this machine does.
   */
  isOwnPort(sessionId: string, port: number): boolean;
  /** A connection to a server of the session in its own network; null where nothing listens. */
  connect(sessionId: string, host: string, port: number): Promise<Socket | null>;
  /** Starts what the session's commands are started by, and mounts a view that it has of its own. */
  ready(sessionId: string): Promise<void>;
  /** Runs a small program of ours there, beside the session's commands. */
  beside(sessionId: string, argv: readonly string[]): Promise<boolean>;
  /** Ends everything the session runs and removes what it left here. */
  closeSession(sessionId: string): Promise<void>;
  close(): Promise<void>;
}

const MAX_SPOOL_BYTES = 4 * 1_024 * 1_024 * 1_024;
const GRACE_MS = 1_500;

/** Makes the processes of a host. Nothing is started until something is run. */
export function createProcesses(options: ProcessesOptions): HostProcesses {
  const { places, egress, environment, sandbox } = options;
  const spools = openSpoolFolder({ userData: places.userData, ids: options.ids });
  const folders = safePath(environment.PATH ?? DEFAULT_PATH, places);
  const parts: CommandParts = {
    ...options,
    spools,
    backgroundWrites: usualOutputs(options.backgroundWrites ?? [], places),
    maxBackgroundBytes: options.maxBackgroundBytes ?? MAX_OUTPUT_BYTES,
    maxBackgroundFiles: options.maxBackgroundFiles ?? MAX_OUTPUT_FILES,
    maxRoomBytes: options.maxRoomBytes ?? LANDING_BOUNDS.maxUpperBytes,
    maxRoomFiles: options.maxRoomFiles ?? LANDING_BOUNDS.maxUpperFiles,
    shell: findProgram("bash", folders),
    relays: sandbox.status.facts.asksAboutHosts,
    maxSpoolBytes: options.maxSpoolBytes ?? MAX_SPOOL_BYTES,
    graceMs: options.graceMs ?? GRACE_MS,
  };
  const sessions = new Map<string, ProcessSession>();
  const opening = new Map<string, Promise<ProcessSession>>();
  const sessionPlaces = options.sessionPlaces ?? createSessionPlaces(places);
  const start = { launches: sandbox.holderLaunches, path: folders.join(delimiter) };
  /** Commands have a network of their own. */
  const isApart = start.launches.length > 0;
  const serves = (sessionId: string, port: number): boolean =>
    sessions.get(sessionId)?.ports().includes(port) ?? false;

  function sessionOf(sessionId: string): Promise<ProcessSession> {
    const known = opening.get(sessionId);
    if (known !== undefined) return known;
    const session = openSession(sessionId);
    opening.set(sessionId, session);
    // One that could not be opened is tried again by the next command.
    session.catch(() => opening.delete(sessionId));
    return session;
  }
  async function openSession(sessionId: string): Promise<ProcessSession> {
    const folder = sessionPlaces.of(sessionId).scratch;
    const owner = options.held?.ownerOf(sessionId) ?? sessionId;
    const services = (await options.services?.(sessionId)) ?? [];
    const { credentials = [], tunnels = [], extraCertificates = [] } = options;
    const session = createProcessSession({
      places,
      folder,
      egress,
      services,
      start: { ...start, held: options.held?.launch(sessionId) },
      ...(owner === sessionId ? {} : { borrow: async () => (await sessionOf(owner)).holder() }),
      parts,
      credentials,
      tunnels,
      extraCertificates,
    });
    sessions.set(sessionId, session);
    return session;
  }
  const background = createBackground({
    parts,
    sessionOf,
    known: (sessionId) => sessions.get(sessionId),
  });
  const channels = createChannels({ parts, sessionOf });
  const active = new Map<Promise<ProcessResult>, string>();

  async function closeSession(sessionId: string): Promise<void> {
    await Promise.all([background.closeSession(sessionId), channels.closeSession(sessionId)]);
    const session = await opening.get(sessionId)?.catch(() => undefined);
    opening.delete(sessionId);
    sessions.delete(sessionId);
    await session?.close();
    const ending = [...active].filter(([, owner]) => owner === sessionId);
    await Promise.allSettled(ending.map(([result]) => result));
  }
  return {
    async run(spec, context) {
      if (background.running()) sandbox.stale();
      const result = sessionOf(context.sessionId)
        .then((session) => runCommand({ parts, session, spec, context, background: false }))
        .then((running) => running.result);
      active.set(result, context.sessionId);
      try {
        return await result;
      } finally {
        active.delete(result);
      }
    },
    start: background.start,
    open: channels.open,
    list: background.list,
    read: background.read,
    write: background.write,
    stop: background.stop,
    ports: background.ports,
    forward: background.forward,
    serves,
    isOwnPort: (sessionId, port) =>
      serves(sessionId, port) || (isApart && !listeningPorts(process.pid).includes(port)),
    connect: async (sessionId, host, port) =>
      (await sessions.get(sessionId)?.connect(host, port)) ?? null,
    async ready(sessionId) {
      await (await sessionOf(sessionId)).holder();
    },
    async beside(sessionId, argv) {
      const holder = await (await sessionOf(sessionId)).holder();
      const spool = spools.next();
      try {
        return await runHelper(holder, argv, spool);
      } finally {
        rmSync(spool, { force: true });
      }
    },
    closeSession,
    async close() {
      await Promise.all([...opening.keys()].map(closeSession));
      spools.remove();
    },
  };
}

/** Only what lies in the workspace; a host without one has none. */
function usualOutputs(writes: readonly string[], { roots }: Places): readonly string[] {
  const [workspace] = roots;
  if (workspace === undefined) return [];
  return writes.map((text) => resolve(workspace, text)).filter((path) => isBelow(path, workspace));
}
