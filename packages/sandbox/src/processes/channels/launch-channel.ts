/** Brings the program of a channel to life. Whatever was taken on the way is given back when a later step fails. */

import { statSync } from "node:fs";
import type { Socket } from "node:net";
import { isAbsolute } from "node:path";
import { type Confinement, ToolError, type Wall } from "@toolplane/contract";
import {
  type ChannelSpec,
  confinesProcesses,
  type ProcessContext,
} from "@toolplane/contract/ports";
import { escapeGlob } from "@toolplane/readings";
import type { SandboxedCommand } from "../../backend/sandbox.ts";
import { admitCommand } from "../launch/admit-command.ts";
import { commandEnvironment } from "../launch/command-environment.ts";
import { directHosts } from "../launch/direct-hosts.ts";
import { handOver } from "../launch/hand-over.ts";
import { checkDirectory } from "../launch/launch-command.ts";
import { outputsOf } from "../launch/outputs-in-view.ts";
import { roomOf } from "../launch/room-of.ts";
import { startFailure } from "../launch/start-failure.ts";
import { throwIfOver } from "../launch/throw-if-over.ts";
import { metWalls } from "../output/met-walls.ts";
import type { CommandHome } from "../session/command-homes.ts";
import type { CommandParts } from "../session/command-parts.ts";
import type { ProcessSession } from "../session/process-session.ts";
import type { HolderCommand } from "../session/start-holder.ts";
import { guardOutputs } from "./guard-outputs.ts";
import { openMeetingPlace } from "./open-meeting-place.ts";

export interface ChannelLaunch {
  readonly parts: CommandParts;
  readonly session: ProcessSession;
  readonly spec: ChannelSpec;
  readonly context: ProcessContext;
}

/** A program that runs, and our ends of what it speaks over. */
export interface LaunchedChannel {
  readonly command: HolderCommand;
  readonly talk: Socket;
  readonly notes: Socket;
  /** The file into which the holder writes why it ended the program, if it did. */
  readonly spool: string;
  /** Calls back once when what it may write has passed its bound; returns how to stop looking. */
  readonly guard: (onOver: (reason: string) => void) => () => void;
  /** The walls in its way, by what it said. */
  readonly walls: (notes: string) => readonly Wall[];
  /** Gives back what it had; called when everything of it is gone. */
  release(): Promise<void>;
}

/** Starts it; rejects with a ToolError when it does not run. */
export async function launchChannel(launch: ChannelLaunch): Promise<LaunchedChannel> {
  const { parts, session, spec, context } = launch;
  throwIfOver(context.signal);
  checkDirectory(spec.cwd, parts.held?.at(context.sessionId, spec.cwd));
  if (!isAbsolute(spec.argv[0] ?? ""))
    throw new ToolError("invalid_input", "A channel's program is named by its whole path.");
  const undo: (() => unknown)[] = [];
  const release = async () => {
    for (const step of undo.splice(0).reverse())
      await Promise.resolve()
        .then(step)
        .catch(() => {});
  };
  try {
    const home = confinesProcesses(parts.sandbox.status) ? session.home("thrown-away") : null;
    undo.push(() => home?.release());
    const visitor = await admitCommand({ ...launch, gate: context.gate });
    undo.push(visitor.leave);
    const { proxy, trust } = visitor;
    const prepared = await prepare(launch, { home, proxy, trust });
    undo.push(() => prepared.release());
    throwIfOver(context.signal);
    const { writes = [] } = spec;
    const guard: LaunchedChannel["guard"] = (onOver) =>
      guardOutputs({ parts, writes, prepared, onOver });
    const walls: LaunchedChannel["walls"] = (text) =>
      metWalls({ ...parts, context, prepared, home, text, failed: true });
    return { ...(await spawn(launch, prepared, home)), guard, walls, release };
  } catch (error) {
    await release();
    throw error;
  }
}

async function prepare(
  { parts, session, spec, context }: ChannelLaunch,
  given: {
    readonly home: CommandHome | null;
    readonly proxy: string | undefined;
    readonly trust: string | undefined;
  },
): Promise<SandboxedCommand> {
  const { home, proxy, trust } = given;
  const { argv, cwd, shows = [], writes = [] } = spec;
  const { maxBackgroundBytes: maxBytes, maxBackgroundFiles: maxFiles } = parts;
  const sandboxed = home !== null && parts.places.tmpIsScratch;
  const env = commandEnvironment({
    host: parts.environment,
    declared: spec.env,
    cwd,
    text: argv.join(" "),
    temporary: sandboxed ? "/tmp" : (home?.scratch.folder ?? session.folder),
    terminal: false,
    sessionId: context.sessionId,
    trusts: trust !== undefined,
    placeholders: session.placeholders,
    ...(home === null ? {} : { home }),
    ...(proxy === undefined
      ? {}
      : { proxy, direct: directHosts(context.confinement.network, session) }),
  });
  const outputs = outputsOf(parts, context);
  const prepared = await parts.sandbox.prepare({
    argv,
    cwd,
    env,
    sessionId: context.sessionId,
    terminal: false,
    confinement: showing(context.confinement, shows),
    outputs: {
      declared: writes,
      usual: [],
      installed: shows,
      maxBytes,
      maxFiles,
      ...outputs,
      ...(context.outputs === undefined ? {} : { judge: context.outputs }),
    },
    ...(home === null
      ? {}
      : { scratch: trust === undefined ? home.scratch : { ...home.scratch, trust } }),
  });
  await outputs.inView?.noteMade();
  return prepared;
}

/** Inside every scope, and still outside every mask. What is not there is not shown. */
function showing(confinement: Confinement, shows: readonly string[]): Confinement {
  if (shows.length === 0) return confinement;
  const { read } = confinement;
  const shown = shows.flatMap((path) => {
    const found = statSync(path, { throwIfNoEntry: false });
    if (found === undefined) return [];
    const name = escapeGlob(path);
    return found.isDirectory() ? [name, `${name}/**`] : [name];
  });
  const reach = read.reach.map((scope) => [...scope, ...shown]);
  return { ...confinement, read: { ...read, reach } };
}

async function spawn(
  { parts, session, spec }: ChannelLaunch,
  prepared: SandboxedCommand,
  home: CommandHome | null,
): Promise<Omit<LaunchedChannel, "release" | "guard" | "walls">> {
  const holder = await session.holder();
  const inherited = handOver(parts.spools, prepared.inherited, { asFiles: false });
  const spool = parts.spools.next();
  const talk = await openMeetingPlace(parts.spools.next());
  const notes = await openMeetingPlace(parts.spools.next());
  try {
    const command = holder.spawn(
      {
        argv: prepared.argv,
        cwd: spec.cwd,
        env: prepared.env,
        spool,
        inherited: inherited.contents,
        stdin: "none",
        maxSpoolBytes: parts.maxSpoolBytes,
        streams: { talk: talk.path, notes: notes.path },
        ...roomOf({ parts, home, changes: null, spool, runsOn: true }),
      },
      { quiet: true },
    );
    const failure = await command.started;
    if (failure !== null) throw startFailure(failure, spec.argv[0] ?? "");
    return { command, spool, talk: await talk.met, notes: await notes.met };
  } finally {
    talk.close();
    notes.close();
  }
}
