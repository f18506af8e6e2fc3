/**
 * Prepares the files that a command sees and changes: its view, or what looks at the files as they are. A view that was mounted
 * ahead is taken where it shows what the command must see; in every other case the command gets a new one.
 */

import { ToolError } from "@toolplane/contract";
import type { ProcessSpec } from "@toolplane/contract/ports";
import type { Outputs, SandboxedCommand, SandboxRequest } from "../../backend/sandbox.ts";
import type { CallView } from "../../landing/state/landings.ts";
import type { ChangesFound, ChangeWatch } from "../../watch/change-watch.ts";
import type { AheadView } from "../session/ahead-views.ts";
import type { Holder } from "../session/start-holder.ts";
import type { Launch } from "./launch.ts";
import { outputsOf } from "./outputs-in-view.ts";
import { throwIfOver } from "./throw-if-over.ts";

/** The source from which its changes are known. */
export type CommandChanges =
  | { readonly view: CallView }
  | { readonly watch: Awaited<ReturnType<ChangeWatch["begin"]>> }
  | null;

export interface PreparedCommand {
  readonly prepared: SandboxedCommand;
  readonly changes: CommandChanges;
  /** Where its view is mounted already; only there it may be started. */
  readonly holder?: Holder;
  /** Takes away what was made for it. */
  drop(): Promise<void>;
}

/** Throws a ToolError when it cannot run; then nothing of it is left. */
export async function prepareCommand(
  launch: Launch,
  command: Pick<SandboxRequest, "argv" | "env"> & { readonly trust: string | undefined },
): Promise<PreparedCommand> {
  const { argv, env, trust } = command;
  const request: SandboxRequest = {
    argv,
    env,
    cwd: launch.spec.cwd,
    terminal: launch.spec.pty !== undefined,
    confinement: launch.context.confinement,
    sessionId: launch.context.sessionId,
    ...(sharesNetwork(launch) ? { sharesNetwork: true } : {}),
    ...(readsOnly(launch) ? { readsOnly: true } : {}),
    ...(launch.keepsInput ? { outputs: allOutputs(launch) } : {}),
    ...(launch.home === null
      ? {}
      : { scratch: trust === undefined ? launch.home.scratch : { ...launch.home.scratch, trust } }),
  };
  const roots = viewRootsOf(launch);
  const { signal } = launch.context;
  const ahead = roots === null ? null : await launch.session.ahead.take(roots, signal);
  if (ahead === null) throwIfOver(signal);
  const taken = ahead === null ? null : await prepareAhead(launch, request, ahead);
  return taken ?? prepareAnew(launch, request, roots);
}

/** Null where it cannot be taken after all: whatever is wrong with it, a new one is made. */
async function prepareAhead(
  launch: Launch,
  request: SandboxRequest,
  { holder, made, signature: mounted }: AheadView,
): Promise<PreparedCommand | null> {
  const { landings, sandbox } = launch.parts;
  let begun: CallView | undefined;
  try {
    begun = await landings?.beginAhead(made, callOf(launch, rootsOf(made)));
    if (begun === undefined) return null;
    const prepared = await sandbox.prepare({ ...request, view: begun.roots, mounted });
    return { ...droppable(launch, { prepared, changes: { view: begun } }), holder };
  } catch {
    landings?.discard(begun ?? made);
    return null;
  }
}

async function prepareAnew(
  launch: Launch,
  request: SandboxRequest,
  roots: readonly string[] | null,
): Promise<PreparedCommand> {
  const view = await beginView(launch, roots);
  let prepared: SandboxedCommand | undefined;
  try {
    const { sandbox } = launch.parts;
    prepared = await sandbox.prepare(view === null ? request : { ...request, view: view.roots });
    await request.outputs?.inView?.noteMade();
    // Looked at with what was put there for the command, so that this is no change of its own.
    const changes = view === null ? await beginWatch(launch) : { view };
    return droppable(launch, { prepared, changes });
  } catch (error) {
    await prepared?.release().catch(() => {});
    if (view !== null) await dropChanges(launch, { view }).catch(() => {});
    throw error;
  }
}

function droppable(
  launch: Launch,
  made: Pick<PreparedCommand, "prepared" | "changes">,
): PreparedCommand {
  return {
    ...made,
    async drop() {
      await made.prepared.release().catch(() => {});
      await dropChanges(launch, made.changes).catch(() => {});
    },
  };
}

/** A command in the foreground gets a view of every root that can be one; null for one that gets none. */
function viewRootsOf(launch: Launch): readonly string[] | null {
  const { parts, context, keepsInput } = launch;
  const { landings, sandbox } = parts;
  if (readsOnly(launch) || keepsInput) return null;
  if (landings === undefined || sandbox.viewRoots === undefined) return null;
  const roots = sandbox.viewRoots(context.confinement);
  return roots.length > 0 || context.dryRun !== true ? roots : null;
}

async function beginView(
  launch: Launch,
  roots: readonly string[] | null,
): Promise<CallView | null> {
  const { parts, context } = launch;
  if (roots !== null && parts.landings !== undefined)
    return parts.landings.begin(callOf(launch, placed(launch, roots)));
  if (context.dryRun === true)
    throw new ToolError(
      "unavailable",
      "A dry run needs a view of the workspace, and this machine cannot give one to this command. Nothing was run.",
    );
  return null;
}

async function beginWatch(launch: Launch): Promise<CommandChanges> {
  const { parts, context, keepsInput } = launch;
  const { confinement, sessionId, callId } = context;
  if (readsOnly(launch)) return null;
  if (keepsInput) return { watch: { after: async () => UNSEEN } };
  return { watch: await parts.changes.begin({ confinement, sessionId, callId }) };
}

async function dropChanges({ parts, context }: Launch, changes: CommandChanges): Promise<void> {
  if (changes === null || !("view" in changes)) return;
  const { signal } = context;
  await parts.landings?.settle(changes.view, { stopped: true, dryRun: false, signal });
}

/** The roots as they are reached by this session: landings bring changes there. */
function placed({ parts, context }: Launch, roots: readonly string[]): readonly string[] {
  return roots.map((root) => parts.held?.place(context.sessionId, root) ?? root);
}

function callOf({ spec, context }: Launch, roots: readonly string[]) {
  const { sessionId, callId } = context;
  return { sessionId, callId, command: textOf(spec), roots };
}

function rootsOf({ roots }: CallView): readonly string[] {
  return roots.map(({ root }) => root);
}

export function textOf({ command }: ProcessSpec): string {
  return "shell" in command ? command.shell : command.argv.join(" ");
}

/** A dry run must not change what a server of the session holds, and an isolated program meets nobody. */
function sharesNetwork({ context }: Launch): boolean {
  const { confinement, dryRun, isolated } = context;
  return confinement.contained && dryRun !== true && isolated !== true;
}

function readsOnly({ context, keepsInput }: Launch): boolean {
  return context.readsOnly === true && !keepsInput && context.dryRun !== true;
}

/** Beside a process that runs on, others change files too: the process's own changes cannot be told apart. */
const UNSEEN: ChangesFound = { changed: [], complete: false };

function allOutputs({ parts, spec, context }: Launch): Outputs {
  const { backgroundWrites: usual, maxBackgroundBytes, maxBackgroundFiles } = parts;
  return {
    declared: spec.writes ?? [],
    usual,
    maxBytes: maxBackgroundBytes,
    maxFiles: maxBackgroundFiles,
    ...outputsOf(parts, context),
    ...(context.outputs === undefined ? {} : { judge: context.outputs }),
  };
}
