/**
 * One command from its start to its result. Why it ended is decided once, by whichever came first: itself, its deadline, its
 * call, its lease, or the bound of its output. It is over when its own process is; what it left behind is killed, not waited for.
 */
import type { ProcessResult, Wall } from "@toolplane/contract";
import { confinesProcesses, type Gate } from "@toolplane/contract/ports";
import type { CommandRun } from "./command-run.ts";
import { finishCommand } from "./finish-command.ts";
import { type LaunchedCommand, launchCommand } from "./launch/launch-command.ts";
import { throwIfOver } from "./launch/throw-if-over.ts";
import type { Cause } from "./output/end-notice.ts";
import { metWalls } from "./output/met-walls.ts";
import { createPausableDeadline } from "./pausable-deadline.ts";
import type { AheadOf } from "./session/ahead-views.ts";
import type { CommandHome } from "./session/command-homes.ts";
import { watchCommand } from "./watch-command.ts";

/** A command that runs, and what can be done with it. */
export interface RunningCommand {
  readonly result: Promise<ProcessResult>;
  /** The file of its raw output until the result is there. */
  readonly spool: string;
  /** The walls in its way, by what it has printed so far. */
  walls(text: string): readonly Wall[];
  write(text: string): void;
  stop(): void;
}

/** Causes after which a process is asked to end before it is killed. Past a bound, or ended by rules, it gets no such time. */
const ASKED: ReadonlySet<Cause> = new Set(["timeout", "cancelled"]);

/** Starts a command; throws a ToolError when it does not run. */
export async function runCommand(run: CommandRun): Promise<RunningCommand> {
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
    const result = await finishCommand(
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
  { context, home }: Pick<CommandRun, "context"> & { readonly home: CommandHome | null },
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
function homeOf({ parts, session, context }: CommandRun): CommandHome | null {
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
