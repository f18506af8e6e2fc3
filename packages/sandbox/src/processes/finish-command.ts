/** The result of a command that has ended: its output, what it changed, what stood in its way. */
import { rmSync, statSync } from "node:fs";
import { basename } from "node:path";
import {
  type EndedCommand,
  isToolError,
  type Landing,
  type ProcessResult,
} from "@toolplane/contract";
import { confinesProcesses } from "@toolplane/contract/ports";
import type { ChangesFound } from "../watch/change-watch.ts";
import type { CommandRun } from "./command-run.ts";
import { freezeView } from "./freeze-view.ts";
import type { LaunchedCommand } from "./launch/launch-command.ts";
import { type Cause, endNotice, tellOver } from "./output/end-notice.ts";
import { firstPaths } from "./output/first-paths.ts";
import { keepOutput } from "./output/keep-output.ts";
import { metWalls } from "./output/met-walls.ts";
import type { CommandHome } from "./session/command-homes.ts";
import { runBeside } from "./session/run-beside.ts";
import type { CommandEnd } from "./session/start-holder.ts";
import type { WatchedCommand } from "./watch-command.ts";

interface Finished {
  readonly run: CommandRun;
  readonly launched: LaunchedCommand;
  readonly watched: WatchedCommand;
  readonly home: CommandHome | null;
}

interface RunEnd extends CommandEnd {
  readonly cause: Cause;
  readonly durationMs: number;
}

type Found = ChangesFound & { readonly landing?: Landing };

export async function finishCommand(finished: Finished, end: RunEnd): Promise<ProcessResult> {
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
async function runsAgain({ context }: CommandRun, ended: EndedCommand): Promise<boolean> {
  try {
    return (await context.runsAgain?.(ended)) ?? false;
  } catch {
    return false;
  }
}

async function changesOf(
  { parts, context }: CommandRun,
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
