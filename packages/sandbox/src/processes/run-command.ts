/**
 * One command from its start to its result. Why it ended is decided once, by whichever came first: itself, its deadline, its
 * call, its lease, or the bound of its output. It is over when its own process is; what it left behind is killed, not waited for.
 */
import { rmSync, statSync } from "node:fs";
import { basename } from "node:path";
import {
  type EndedCommand,
  isToolError,
  type Landing,
  type ProcessResult,
  type Wall,
} from "@toolplane/contract";
import {
  confinesProcesses,
  type Gate,
  type ProcessContext,
  type ProcessSpec,
} from "@toolplane/contract/ports";
import type { ChangesFound } from "../watch/change-watch.ts";
import { freezeView } from "./freeze-view.ts";
import { type LaunchedCommand, launchCommand } from "./launch/launch-command.ts";
import { throwIfOver } from "./launch/throw-if-over.ts";
import { type Cause, endNotice, tellOver } from "./output/end-notice.ts";
import { firstPaths } from "./output/first-paths.ts";
import { keepOutput } from "./output/keep-output.ts";
import { metWalls } from "./output/met-walls.ts";
import { createPausableDeadline } from "./pausable-deadline.ts";
import type { AheadOf } from "./session/ahead-views.ts";
import type { CommandHome } from "./session/command-homes.ts";
import type { CommandParts } from "./session/command-parts.ts";
import type { ProcessSession } from "./session/process-session.ts";
import { runBeside } from "./session/run-beside.ts";
import type { CommandEnd } from "./session/start-holder.ts";
import { type WatchedCommand, watchCommand } from "./watch-command.ts";

/** A command that runs, and what can be done with it. */
export interface RunningCommand {
  readonly result: Promise<ProcessResult>;
  /** The file of its raw output until the result is there. */
  readonly spool: string;
  /** What stands in its way, by what it has printed so far. */
  walls(text: string): readonly Wall[];
  write(text: string): void;
  stop(): void;
}

export interface RunCommand {
  readonly parts: CommandParts;
  readonly session: ProcessSession;
  readonly spec: ProcessSpec;
  readonly context: ProcessContext;
  /** Input stays open, and the call's end is not the command's. */
  readonly background: boolean;
}

/** What goes on is asked to end before it is killed; what passed a bound, or what rules end, is not given that time. */
const ASKED: ReadonlySet<Cause> = new Set(["timeout", "cancelled"]);

/** Starts a command; throws a ToolError when it does not run. */
export async function runCommand(run: RunCommand): Promise<RunningCommand> {
  const { parts, spec, context } = run;
  throwIfOver(context.signal);
  context.lease?.throwIfAborted();
  const startedMs = parts.clock.nowMs();
  const pauses = new Set<() => () => void>();
  const gate = pausingGate(context.gate, pauses);
  const home = homeOf(run);
  const launched = await launchCommand({ ...run, gate, keepsInput: run.background, home }).catch(
    (error: unknown) => {
      home?.release();
      throw error;
    },
  );
  const { command } = launched;
  let cause: Cause = "itself";
  let stopKill = (): void => {};

  function end(why: Cause): void {
    if (cause !== "itself") return;
    cause = why;
    command.stop(ASKED.has(why) ? "ask" : "kill");
    stopKill = parts.clock.setTimer(parts.graceMs, () => command.stop("kill"));
  }
  const deadline = createPausableDeadline({
    clock: parts.clock,
    timeoutMs: spec.timeoutMs,
    onPass: () => end("timeout"),
  });
  pauses.add(deadline.pause);
  const onAbort = () => end("cancelled");
  if (!run.background) context.signal.addEventListener("abort", onAbort);
  if (!run.background && context.signal.aborted) onAbort();
  const unleash = onLease(context.lease, () => end("rules"));
  const watched = watchCommand({ parts, context, launched, end });
  const like = nextLike({ ...run, home }, launched);
  if (like !== null) run.session.ahead.follow(like);
  run.session.homeAhead();

  async function settle(): Promise<ProcessResult> {
    const ended = await command.ended;
    deadline.clear();
    stopKill();
    context.signal.removeEventListener("abort", onAbort);
    unleash();
    watched.stop();
    launched.leave();
    home?.release();
    const durationMs = parts.clock.nowMs() - startedMs;
    const result = await resultOf(
      { run, launched, watched, home },
      { ...ended, cause, durationMs },
    );
    // The landing may have brought names that the next view must hide.
    if (like !== null && result.report.changed.length > 0) run.session.ahead.renew(like);
    return result;
  }
  return {
    result: settle(),
    spool: launched.spool,
    walls: (text) =>
      metWalls({ ...parts, context, prepared: launched.prepared, home, text, failed: true }),
    write: (text) => command.write(text),
    stop: () => end("cancelled"),
  };
}

/** Also when it was over before the command was started. */
function onLease(lease: AbortSignal | undefined, listener: () => void): () => void {
  if (lease === undefined) return () => {};
  if (lease.aborted) listener();
  lease.addEventListener("abort", listener);
  return () => lease.removeEventListener("abort", listener);
}

/** The next command's view is made like this one's, unless nothing of this one is meant to last. */
function nextLike(
  { context, home }: Pick<RunCommand, "context"> & { readonly home: CommandHome | null },
  { changes }: LaunchedCommand,
): AheadOf | null {
  if (changes === null || !("view" in changes)) return null;
  if (context.dryRun === true || context.isolated === true) return null;
  const { confinement, sessionId } = context;
  return {
    confinement,
    sessionId,
    roots: changes.view.roots.map(({ root }) => root),
    ...(home === null ? {} : { scratch: home.scratch }),
  };
}

/**
 * The home of a command. An approved command never runs with a home that an unapproved one could write, and a dry run leaves
 * nothing in one.
 */
function homeOf({ parts, session, context }: RunCommand): CommandHome | null {
  if (!confinesProcesses(parts.sandbox.status)) return null;
  const { confinement, dryRun, isolated } = context;
  if (dryRun === true || isolated === true) return session.home("thrown-away");
  return session.home(confinement.contained ? "own" : "fresh");
}

/** While a person is asked, the command waits, and its deadline with it. */
function pausingGate(gate: Gate, pauses: ReadonlySet<() => () => void>): Gate {
  return {
    check: (access) => gate.check(access),
    vouch: (access) => gate.vouch?.(access) ?? gate.check(access),
    denyAddress: (access) => gate.denyAddress?.(access) ?? null,
    needsRequests: (access) => gate.needsRequests?.(access) ?? false,
    onNarrow: (listener) => gate.onNarrow?.(listener) ?? (() => {}),
    async ask(access, lookUp) {
      const resume = [...pauses].map((pause) => pause());
      try {
        return await gate.ask(access, lookUp);
      } finally {
        for (const go of resume) go();
      }
    },
  };
}

interface Finished {
  readonly run: RunCommand;
  readonly launched: LaunchedCommand;
  readonly watched: WatchedCommand;
  readonly home: CommandHome | null;
}

interface RunEnd extends CommandEnd {
  readonly cause: Cause;
  readonly durationMs: number;
}

type Found = ChangesFound & { readonly landing?: Landing };

async function resultOf(finished: Finished, end: RunEnd): Promise<ProcessResult> {
  const { run, launched, watched } = finished;
  const { parts } = run;
  const { spool, prepared } = launched;
  const { cause } = end;
  try {
    // Whoever reads what a process in the background printed learns it there.
    if (run.background && end.over !== undefined) tellOver(spool, end.over);
    const outputBytes = statSync(spool).size;
    const { text, cut } = watched.head.finish();
    const { hosts } = launched;
    const onView = launched.changes !== null && "view" in launched.changes;
    const stopped = end.stopped || cause !== "itself";
    const rerun =
      onView &&
      !stopped &&
      (await runsAgain(run, {
        exitCode: end.exitCode,
        output: text,
        report: { hosts, likelyRefused: prepared.likelyRefused(text) },
      }));
    const ended = endedRun(finished, { ...end, text, cut, outputBytes });
    const found = await changesOf(run, launched, { stopped, rerun, ended });
    // Not before: what was put into folders for it is among what was there when it began.
    await prepared.release().catch(() => {});
    if (!found.complete || found.changed.length > 0) parts.sandbox.stale();
    return await ended(found);
  } finally {
    watched.close();
    rmSync(spool, { force: true });
  }
}

/** The result, once the changes are settled. The output is put aside once, for the first caller that asks. */
function endedRun(
  { run: { parts, session, context, background }, launched, watched, home }: Finished,
  end: RunEnd & {
    readonly text: string;
    readonly cut: boolean;
    readonly outputBytes: number;
  },
): (found: Found) => Promise<ProcessResult> {
  const { spool, prepared, hosts, changes } = launched;
  const { cause, text, cut } = end;
  const { folder } = session;
  const { redactor, callId, lease } = context;
  const endedBy = cause === "rules" ? reasonOf(lease) : null;
  const name = `${basename(callId)}-${basename(spool)}.txt`;
  let aside: Promise<string> | null = null;
  const putAside = async (): Promise<string> => {
    const path = await keepOutput({ spool, folder, name, redactor, scan: watched.scan() });
    session.keep(path);
    return path;
  };
  const onView = changes !== null && "view" in changes;
  const isTold = end.over === undefined || background;
  const said = endNotice(isTold ? cause : "bound", {
    maxBytes: parts.maxSpoolBytes,
    why: endedBy ?? end.over ?? watched.bound(),
    onView,
    spool,
  });
  // Whoever cuts a long text further keeps its beginning.
  const output = cut ? said + text : text + said;
  const failed = end.exitCode !== 0;
  const walls = metWalls({
    ...parts,
    context,
    prepared,
    home,
    text,
    failed,
    ...(cut ? { spool } : {}),
  });
  return async (found) => {
    // What passed the session's room is not kept on top of it.
    if (cut && end.over === undefined) aside ??= putAside();
    const kept = aside === null ? {} : { outputPath: await aside };
    return {
      exitCode: end.exitCode,
      signal: end.signal,
      timedOut: cause === "timeout",
      cancelled: cause === "cancelled" || cause === "rules",
      ...(endedBy === null ? {} : { endedBy }),
      output,
      outputBytes: end.outputBytes,
      ...kept,
      durationMs: end.durationMs,
      report: {
        sandbox: confinesProcesses(parts.sandbox.status) ? "enforced" : "none",
        changed: firstPaths(found.changed),
        changedComplete: found.complete,
        hosts,
        likelyRefused: prepared.likelyRefused(output),
        ...(walls.length === 0 ? {} : { walls }),
        ...(found.landing === undefined ? {} : { landing: found.landing }),
        ...(found.takenBack === undefined ? {} : { takenBack: found.takenBack }),
        ...(found.undo === undefined ? {} : { undo: found.undo }),
      },
    };
  };
}

function reasonOf(lease: AbortSignal | undefined): string {
  return isToolError(lease?.reason) ? lease.reason.message : "The rules have changed.";
}

/** A failed answer is no yes. */
async function runsAgain({ context }: RunCommand, ended: EndedCommand): Promise<boolean> {
  try {
    return (await context.runsAgain?.(ended)) ?? false;
  } catch {
    return false;
  }
}

async function changesOf(
  { parts, context }: RunCommand,
  { changes, prepared, holder }: LaunchedCommand,
  end: {
    readonly stopped: boolean;
    readonly rerun: boolean;
    readonly ended: (found: Found) => Promise<ProcessResult>;
  },
): Promise<Found> {
  const { stopped, rerun, ended } = end;
  if (changes === null) return { changed: [], complete: true };
  try {
    // Without a sandbox nothing is held, and what a person let run may write what it likes.
    const holds = confinesProcesses(parts.sandbox.status);
    if ("watch" in changes) return await changes.watch.after(holds ? context.outputs : undefined);
    const { signal, landing: judge, dryRun = false } = context;
    const masks = prepared.masks ?? [];
    const held = !(await freezeView(changes.view, holder, parts));
    const settled = await parts.landings?.settle(changes.view, {
      stopped,
      dryRun,
      rerun,
      judge,
      signal,
      masks,
      held,
      run: runBeside(holder, parts.spools),
      ended: (landing) =>
        ended({ changed: [], complete: prepared.writesOutside !== true, landing }),
    });
    if (settled === undefined) return { changed: [], complete: false };
    const { landing, changed, undo } = settled;
    return {
      changed,
      complete: prepared.writesOutside !== true,
      ...(undo.length === 0 ? {} : { undo }),
      ...(landing === undefined ? {} : { landing }),
    };
  } catch {
    return { changed: [], complete: false };
  }
}
