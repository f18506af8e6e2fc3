/**
 * Brings one command to life: environment, sandbox, a look at what is there before, then the holder. Whatever was taken on
 * the way is given back when a later step fails.
 */
import { rmSync, statSync } from "node:fs";
import { delimiter, join } from "node:path";
import { type ProcessReport, ToolError } from "@toolplane/contract";
import { confinesProcesses, type ProcessSpec } from "@toolplane/contract/ports";
import { DEFAULT_PATH } from "@toolplane/disk/ground";
import { canRun } from "@toolplane/disk/paths";
import type { SandboxedCommand } from "../../backend/sandbox.ts";
import { dryConfinement } from "../../view/view-confinement.ts";
import type { CommandParts } from "../session/command-parts.ts";
import type { Holder, HolderCommand } from "../session/start-holder.ts";
import { admitCommand } from "./admit-command.ts";
import { commandEnvironment } from "./command-environment.ts";
import { directHosts } from "./direct-hosts.ts";
import { handOver } from "./hand-over.ts";
import type { Launch } from "./launch.ts";
import {
  type CommandChanges,
  type PreparedCommand,
  prepareCommand,
  textOf,
} from "./prepare-command.ts";
import { roomOf } from "./room-of.ts";
import { startFailure } from "./start-failure.ts";
import { throwIfOver } from "./throw-if-over.ts";

export interface LaunchedCommand {
  readonly command: HolderCommand;
  /** The holder that started it, where its view is mounted. */
  readonly holder: Holder;
  readonly prepared: SandboxedCommand;
  /** Its view, or what looks at its changes where it has none; neither when it only reads. */
  readonly changes: CommandChanges;
  readonly spool: string;
  /** Hosts it asked for, in order. */
  readonly hosts: ProcessReport["hosts"];
  /** Cuts its connections; nothing is opened for it any more. */
  leave(): void;
}

/** Starts the command; throws a ToolError when it does not run. */
export async function launchCommand(given: Launch): Promise<LaunchedCommand> {
  const launch = given.context.dryRun === true ? dryLaunch(given) : given;
  const { parts, spec, context } = launch;
  checkDirectory(spec.cwd, parts.held?.at(context.sessionId, spec.cwd));
  const argv = readCommand(spec, parts);
  const visitor = await admitCommand(launch);
  const undo: (() => unknown)[] = [visitor.leave];
  try {
    const env = environmentOf(launch, visitor);
    const made = await prepareCommand(launch, { argv, env, trust: visitor.trust });
    undo.push(made.drop);
    throwIfOver(context.signal);
    context.lease?.throwIfAborted();
    const spool = parts.spools.next();
    undo.push(() => rmSync(spool, { force: true }));
    const { holder, command } = await spawn(launch, made, spool);
    const { prepared, changes } = made;
    const { hosts, leave } = visitor;
    return { command, holder, prepared, changes, spool, hosts, leave };
  } catch (error) {
    for (const step of undo.reverse()) await Promise.resolve(step()).catch(() => {});
    throw error;
  }
}

function dryLaunch(launch: Launch): Launch {
  const { context } = launch;
  return { ...launch, context: { ...context, confinement: dryConfinement(context.confinement) } };
}

async function spawn(
  { parts, session, spec, keepsInput, home }: Launch,
  { prepared, ...made }: PreparedCommand,
  spool: string,
): Promise<Pick<LaunchedCommand, "holder" | "command">> {
  const holder = made.holder ?? (await session.holder());
  const typed = keepsInput || spec.pty !== undefined;
  const inherited = handOver(parts.spools, prepared.inherited, { asFiles: spec.pty !== undefined });
  const given = spec.stdin === undefined || typed ? null : parts.spools.write(spec.stdin);
  try {
    const command = holder.spawn({
      argv: prepared.argv,
      cwd: spec.cwd,
      env: prepared.env,
      spool,
      inherited: inherited.contents,
      stdin: keepsInput ? "pipe" : given === null ? "none" : { file: given },
      maxSpoolBytes: parts.maxSpoolBytes,
      ...roomOf({ parts, home, changes: made.changes, spool, runsOn: keepsInput }),
      ...(spec.pty === undefined ? {} : { pty: spec.pty }),
    });
    // A terminal's shell opens the files a moment after it was started.
    if (spec.pty !== undefined) void command.ended.then(inherited.release);
    const failure = await command.started;
    if (failure !== null) throw startFailure(failure, prepared.argv[0] ?? "");
    // A terminal has no end of file; its end-of-transmission character takes that place.
    if (spec.stdin !== undefined && typed)
      command.write(keepsInput ? spec.stdin : `${spec.stdin}\u0004`);
    return { holder, command };
  } finally {
    if (given !== null) rmSync(given, { force: true });
  }
}

function environmentOf(
  { parts, session, home, spec, context }: Launch,
  { proxy, trust }: { readonly proxy?: string; readonly trust?: string },
): Readonly<Record<string, string>> {
  const { places, sandbox, environment } = parts;
  const sandboxed = confinesProcesses(sandbox.status);
  const { contained, network } = context.confinement;
  return commandEnvironment({
    host: environment,
    declared: spec.env,
    cwd: spec.cwd,
    text: textOf(spec),
    temporary: sandboxed && places.tmpIsScratch ? "/tmp" : session.folder,
    terminal: spec.pty !== undefined,
    sessionId: context.sessionId,
    trusts: trust !== undefined,
    placeholders: session.placeholders,
    ...(home === null ? {} : { home }),
    ...(proxy === undefined
      ? {}
      : { proxy, told: session.told, direct: directHosts(context.confinement.network, session) }),
    ...(sandboxed && contained ? { closed: network.access } : {}),
  });
}

function readCommand(
  { command }: ProcessSpec,
  { shell, environment }: CommandParts,
): readonly string[] {
  if ("shell" in command) return [shell, "--noprofile", "--norc", "-c", command.shell];
  const [program = ""] = command.argv;
  if (program === "") throw new ToolError("invalid_input", "There is no program to run");
  const places = (environment.PATH ?? DEFAULT_PATH)
    .split(delimiter)
    .filter((folder) => folder !== "");
  // A relative path is the command's own affair: the program that starts it looks it up in the working directory.
  const found = program.includes("/") || places.some((folder) => canRun(join(folder, program)));
  if (!found) throw new ToolError("not_found", `No program named ${program} was found on PATH`);
  return command.argv;
}

export function checkDirectory(cwd: string, at: string = cwd): void {
  const found = statSync(at, { throwIfNoEntry: false });
  if (found === undefined) throw new ToolError("not_found", `The directory ${cwd} does not exist`);
  if (!found.isDirectory()) throw new ToolError("invalid_input", `${cwd} is not a directory`);
}
