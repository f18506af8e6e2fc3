/**
 * Runs a check in the project itself, where no view can be held: in a session below the run's, whose own changes are taken back when
 * it has ended.
 */
import { join } from "node:path";
import type { JournalEntry } from "@toolplane/contract";
import type { Broker } from "@toolplane/contract/ports";
import type { Session, SessionOptions } from "@toolplane/kernel";
import { isWithin } from "@toolplane/readings";
import type { CheckRequest, CheckRun } from "../checks/index.ts";
import { type CallCheckOptions, callCheck, checkCall, REPORT_FOLDER } from "./call-check.ts";
import { judgeAsCommand } from "./judge-as-command.ts";
import { type SessionChanges, sessionChanges } from "./session-changes.ts";

export interface RunInProjectOptions extends CallCheckOptions {
  readonly openSession: (options: SessionOptions) => Session;
  /** The session whose changes are judged. */
  readonly session: Session;
  readonly workspace: string;
  readonly changes: SessionChanges;
  /** The entries that are judged now; null: nothing was changed yet. */
  readonly judged: readonly JournalEntry[] | null;
  /** Why it was not run before anything was changed. */
  readonly fault: string | null;
}

export async function runInProject(
  request: CheckRequest,
  options: RunInProjectOptions,
): Promise<CheckRun> {
  const { judged, changes, workspace, newId } = options;
  if (request.side === "base" && judged !== null)
    return refused(options.fault ?? "Without a view, the project as it was is not there any more");
  const restore = (request.restore ?? []).map((path) => join(workspace, path));
  const back = (judged ?? []).filter(({ path }) => restore.some((at) => isWithin(path, at)));
  const isKept = restore.every((at) => back.some(({ path }) => isWithin(path, at)));
  if (!isKept) return refused("What the check runs was changed in a way that is not kept");
  await changes.undo(back);
  const { session, run } = await readied(request, options);
  try {
    return await run();
  } finally {
    const own = sessionChanges(session, newId);
    // What a check writes is not what is judged; what is not kept, or is somebody's by now, stays.
    await own.undo((await own.list()).filter(({ undone }) => !undone)).catch(stays);
    await session.close();
    await changes.redo(back);
  }
}

interface ReadyCheck {
  readonly session: Session;
  readonly run: () => Promise<CheckRun>;
}

/**
 * Nothing holds a command here, so words that nobody wrote would have to be asked about. Whoever lets the check run as it is written
 * lets it run with the words that make it report; without that it runs as it is written, and its exit code tells.
 */
async function readied(request: CheckRequest, options: RunInProjectOptions): Promise<ReadyCheck> {
  const { openSession, session: parent } = options;
  const below = { parent, agent: "check" };
  const session = openSession(below);
  const told = atHome(request, session, options);
  if (await isAllowed(told, session, options))
    return { session, run: () => callCheck(told, session, options) };
  const plain = { ...request, command: request.written, environment: {} };
  const asCommand = await judgeAsCommand(session, request.written);
  if (asCommand?.action !== "allow" && !(await isAllowed(plain, session, options)))
    return { session, run: () => callCheck(plain, session, options) };
  await session.close();
  const id = options.newId();
  const consenting = openSession({ ...below, broker: consentTo(id) });
  const again = atHome(request, consenting, options);
  return {
    session: consenting,
    run: () => callCheck(again, consenting, { ...options, newId: () => id }),
  };
}

function consentTo(id: string): Broker {
  return {
    ask: async ({ kind, callId }) => ({
      choice: kind === "permission" && callId === id ? "once" : "reject",
    }),
  };
}

async function isAllowed(
  request: CheckRequest,
  session: Session,
  { newId }: Pick<RunInProjectOptions, "newId">,
): Promise<boolean> {
  const { verdict } = await session.explain(checkCall(request, newId()), { byName: true });
  return verdict?.action === "allow";
}

function stays(): void {}

function refused(why: string): CheckRun {
  return { exitCode: null, stopped: "refused", why, output: "" };
}

/** Without a namespace, the temporary folder of a session has its own name. */
function atHome(
  request: CheckRequest,
  { id }: Session,
  { host }: Pick<RunInProjectOptions, "host">,
): CheckRequest {
  const { reportFile, command, environment } = request;
  const [scratch] = host.forSession?.(id).variables().scratch ?? [];
  if (reportFile === undefined || scratch === undefined) return request;
  const own = join(scratch, reportFile.slice(REPORT_FOLDER.length));
  const named = (text: string): string => text.replaceAll(reportFile, own);
  return {
    ...request,
    command: named(command),
    environment: Object.fromEntries(
      Object.entries(environment).map(([name, value]) => [name, named(value)]),
    ),
  };
}
