/**
 * One command from its start to its result. Why it ended is decided once, by whichever came first: itself, its deadline, its
 * call, or the bound of its output. It is over when its own process is; what it left behind is killed, not waited for.
 */
import { rmSync, statSync } from "node:fs";
import { basename } from "node:path";
import {
  confinesProcesses,
  type Gate,
  type ProcessContext,
  type ProcessResult,
  type ProcessSpec,
} from "@toolplane/contract";
import type { ChangesFound } from "../sandbox/watch/change-watch.ts";
import type { CommandParts } from "./command-parts.ts";
import { keepOutput } from "./keep-output.ts";
import { type LaunchedCommand, launchCommand, throwIfOver } from "./launch-command.ts";
import { createOutputHead, type OutputHead } from "./output-head.ts";
import { createPausableDeadline } from "./pausable-deadline.ts";
import type { ProcessSession } from "./process-session.ts";
import { createSpoolReader } from "./spool-reader.ts";
import { createSpoolScan, type SpoolScan } from "./spool-scan.ts";
import type { CommandEnd } from "./start-holder.ts";

/** A command that runs, and what can be done with it. */
export interface RunningCommand {
  readonly result: Promise<ProcessResult>;
  /** Where its raw output lies until the result is there. */
  readonly spool: string;
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

type Cause = "itself" | "timeout" | "cancelled" | "flood";

/** Output is looked at this often while a command runs. */
const LOOK_MS = 100;
/** And this often while it prints more than a result holds. */
const BUSY_LOOK_MS = 10;

/** Starts a command; throws a ToolError when it does not run. */
export async function runCommand(run: RunCommand): Promise<RunningCommand> {
  const { parts, spec, context } = run;
  throwIfOver(context.signal);
  const startedMs = parts.clock.nowMs();
  const pauses = new Set<() => () => void>();
  const gate = pausingGate(context.gate, pauses);
  const launched = await launchCommand({ ...run, gate, keepsInput: run.background });
  const { command } = launched;
  let cause: Cause = "itself";
  let stopKill = (): void => {};

  function end(why: Cause): void {
    if (cause !== "itself") return;
    cause = why;
    command.stop(why === "flood" ? "kill" : "ask");
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
  const output = watchOutput(run, launched, () => end("flood"));

  async function settle(): Promise<ProcessResult> {
    const ended = await command.ended;
    deadline.clear();
    stopKill();
    context.signal.removeEventListener("abort", onAbort);
    output.stop();
    launched.leave();
    const durationMs = parts.clock.nowMs() - startedMs;
    return resultOf({ run, launched, watched: output }, { ...ended, cause, durationMs });
  }
  return {
    result: settle(),
    spool: launched.spool,
    write: (text) => command.write(text),
    stop: () => end("cancelled"),
  };
}

/** While a person is asked, the command waits, and its deadline with it. */
function pausingGate(gate: Gate, pauses: ReadonlySet<() => () => void>): Gate {
  return {
    check: (access) => gate.check(access),
    async ask(access) {
      const resume = [...pauses].map((pause) => pause());
      try {
        return await gate.ask(access);
      } finally {
        for (const go of resume) go();
      }
    },
  };
}

interface WatchedOutput {
  readonly head: OutputHead;
  readonly scan: () => SpoolScan;
  stop(): void;
  close(): void;
}

function watchOutput(
  { parts, context }: RunCommand,
  { spool }: LaunchedCommand,
  onFlood: () => void,
): WatchedOutput {
  const reader = createSpoolReader(spool, context.redactor);
  const { maxOutputBytes: maxBytes, maxSpoolBytes, clock } = parts;
  const head = createOutputHead({ reader, maxBytes, onOutput: context.onOutput });
  let scan: SpoolScan | null = null;
  let stopped = false;
  let stopTimer = clock.setTimer(LOOK_MS, () => void look().catch(() => {}));
  const scanOf = (): SpoolScan => {
    scan ??= createSpoolScan(spool, context.redactor);
    return scan;
  };
  async function look(): Promise<void> {
    if (context.onOutput !== undefined) head.advance();
    const { size } = statSync(spool);
    if (size >= maxSpoolBytes) onFlood();
    const busy =
      size > maxBytes &&
      (await scanOf()
        .advance()
        .catch(() => false));
    if (!stopped)
      stopTimer = clock.setTimer(busy ? BUSY_LOOK_MS : LOOK_MS, () => void look().catch(() => {}));
  }
  return {
    head,
    scan: scanOf,
    stop() {
      stopped = true;
      stopTimer();
    },
    close() {
      reader.close();
      scan?.close();
    },
  };
}

interface Finished {
  readonly run: RunCommand;
  readonly launched: LaunchedCommand;
  readonly watched: WatchedOutput;
}

async function resultOf(
  { run, launched, watched }: Finished,
  end: CommandEnd & { readonly cause: Cause; readonly durationMs: number },
): Promise<ProcessResult> {
  const { parts, session, context } = run;
  const { spool, prepared } = launched;
  const { cause } = end;
  try {
    const outputBytes = statSync(spool).size;
    const { text, cut } = watched.head.finish();
    await prepared.release().catch(() => {});
    const found = await changesOf(launched);
    if (!found.complete || found.changed.length > 0) parts.sandbox.stale();
    const { redactor } = context;
    const name = `${basename(context.callId)}-${basename(spool)}.txt`;
    const { folder } = session;
    const kept = cut
      ? { outputPath: await keepOutput({ spool, folder, name, redactor, scan: watched.scan() }) }
      : {};
    if (kept.outputPath !== undefined) session.keep(kept.outputPath);
    const output = cause === "flood" ? text + floodNotice(parts.maxSpoolBytes) : text;
    return {
      exitCode: end.exitCode,
      signal: end.signal,
      timedOut: cause === "timeout",
      cancelled: cause === "cancelled",
      output,
      outputBytes,
      ...kept,
      durationMs: end.durationMs,
      report: {
        sandbox: confinesProcesses(parts.sandbox.status) ? "enforced" : "none",
        changed: found.changed,
        changedComplete: found.complete,
        hosts: launched.hosts,
        likelyRefused: prepared.likelyRefused(output),
        ...(found.takenBack === undefined ? {} : { takenBack: found.takenBack }),
        ...(found.undo === undefined ? {} : { undo: found.undo }),
      },
    };
  } finally {
    watched.close();
    rmSync(spool, { force: true });
  }
}

function floodNotice(maxBytes: number): string {
  return `\n[The command was ended: it printed more than ${maxBytes} bytes.]\n`;
}

async function changesOf({ watch }: LaunchedCommand): Promise<ChangesFound> {
  try {
    return await watch.after();
  } catch {
    return { changed: [], complete: false };
  }
}
