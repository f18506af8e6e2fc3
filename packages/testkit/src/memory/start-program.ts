/** Runs one scripted program to its end: finds it, gives it a world, bounds its time and its output. */
import {
  isToolError,
  type ProcessReport,
  type ProcessResult,
  ToolError,
} from "@toolplane/contract";
import type { ProcessContext, ProcessSpec } from "@toolplane/contract/ports";
import { type Ended, withinDeadline } from "@toolplane/contract/ports";
import { type ConfinedWorld, createConfinedWorld } from "./confined-world.ts";
import { locate } from "./disk/memory-disk.ts";
import type { ProgramHost } from "./program-host.ts";
import type {
  ProgramInvocation,
  ProgramResult,
  ProgramWorld,
  ScriptedProgram,
} from "./scripted-program.ts";

export interface RunningProgram {
  /** Never rejects, but for a working directory that is not there. */
  readonly result: Promise<ProcessResult>;
  /** Its output so far, redacted. */
  output(): string;
  send(text: string): void;
  stop(): void;
}

export function startProgram(
  options: ProgramHost,
  spec: ProcessSpec,
  context: ProcessContext,
): RunningProgram {
  const { disk, clock, permits, landsChanges: lands = false } = options;
  const startedMs = clock.nowMs();
  const world = createConfinedWorld({ disk, cwd: spec.cwd, context, permits, lands });
  const printed = createPrinter(context);
  const inbox = createInbox();
  const stopped = new AbortController();
  const { lease } = context;
  const signal = AbortSignal.any([context.signal, stopped.signal, ...(lease ? [lease] : [])]);

  async function live(): Promise<ProcessResult> {
    if (locate(disk, spec.cwd).node?.kind !== "directory")
      throw new ToolError("not_found", `The directory ${spec.cwd} does not exist`);
    const sleep = (ms: number) => new Promise<void>((resolve) => void clock.setTimer(ms, resolve));
    const { read, write, remove, connect } = world;
    const { print } = printed;
    const work = () =>
      runToEnd(options, spec, {
        world,
        view: { read, write, remove, connect, print, input: inbox.next, sleep },
      });
    const settled = await withinDeadline(work, { clock, signal, timeoutMs: spec.timeoutMs });
    world.end();
    const ending = endingOf(settled);
    await world.settle({
      stopped: settled.ended === "timeout" || settled.ended === "cancelled",
      exitCode: ending.exitCode,
      output: printed.text() + ending.output,
    });
    printed.print(ending.output);
    printed.end();
    return {
      exitCode: ending.exitCode,
      signal: ending.signal,
      timedOut: settled.ended === "timeout",
      cancelled: settled.ended === "cancelled",
      ...(lease?.aborted && isToolError(lease.reason) ? { endedBy: lease.reason.message } : {}),
      ...(await boundOutput(options, context, printed.text())),
      durationMs: clock.nowMs() - startedMs,
      report: withWalls(world.report(), {
        context,
        output: printed.text(),
        exitCode: ending.exitCode,
      }),
    };
  }

  return {
    result: live(),
    output: printed.text,
    send: inbox.send,
    stop: () => stopped.abort(),
  };
}

/** As a host tells it: none where nothing is confined. */
function withWalls(
  report: ProcessReport,
  {
    context,
    output,
    exitCode,
  }: {
    readonly context: ProcessContext;
    readonly output: string;
    readonly exitCode: number | null;
  },
): ProcessReport {
  const { sandbox, likelyRefused: likely } = report;
  const walls =
    sandbox === "none" ? [] : (context.walls?.({ output, failed: exitCode !== 0, likely }) ?? []);
  return walls.length === 0 ? report : { ...report, walls };
}

interface Living {
  readonly world: ConfinedWorld;
  readonly view: ProgramWorld;
}

async function runToEnd(
  options: ProgramHost,
  spec: ProcessSpec,
  { world, view }: Living,
): Promise<Required<Omit<ProgramResult, "touches">>> {
  const line = "shell" in spec.command ? spec.command.shell : null;
  const argv = "shell" in spec.command ? spec.command.shell.trim().split(/\s+/) : spec.command.argv;
  const program = findProgram(options, argv, line);
  if (program === undefined)
    return { exitCode: 127, output: `${argv[0] ?? ""}: command not found\n` };
  const env = { ...options.env, ...spec.env };
  const invocation: ProgramInvocation = { argv, line, cwd: spec.cwd, env, stdin: spec.stdin ?? "" };
  const { touches = [], ...result } = await program(invocation, view);
  let { exitCode = 0, output = "" } = result;
  for (const touch of touches) {
    if (await world.touch(touch)) continue;
    exitCode = exitCode === 0 ? 1 : exitCode;
    output += `${Object.values(touch)[0]}: Permission denied\n`;
  }
  return { exitCode, output };
}

// A line that holds more than one simple command is a program of its own, found only as a whole.
function findProgram(
  { programs }: ProgramHost,
  argv: readonly string[],
  line: string | null,
): ScriptedProgram | undefined {
  const simple = line === null || !/[;&|<>()$`\n]/.test(line);
  const name = argv[0] ?? "";
  const found =
    line !== null && Object.hasOwn(programs, line)
      ? programs[line]
      : simple && Object.hasOwn(programs, name)
        ? programs[name]
        : undefined;
  return typeof found === "string" ? () => ({ output: found }) : found;
}

function endingOf(settled: Ended<Required<Omit<ProgramResult, "touches">>>): {
  readonly exitCode: number | null;
  readonly signal: string | null;
  readonly output: string;
} {
  if (settled.ended === "done") return { signal: null, ...settled.value };
  if (settled.ended === "timeout") return { exitCode: null, signal: "SIGKILL", output: "" };
  if (settled.ended === "cancelled") return { exitCode: null, signal: "SIGTERM", output: "" };
  const { error } = settled;
  const text = isToolError(error) || error instanceof Error ? error.message : String(error);
  return { exitCode: null, signal: "SIGABRT", output: `crashed: ${text}\n` };
}

function createPrinter(context: ProcessContext) {
  const redaction = context.redactor.stream();
  let text = "";
  function take(piece: string): void {
    if (piece === "") return;
    text += piece;
    context.onOutput?.(piece);
  }
  return {
    print: (piece: string) => take(redaction.push(piece)),
    end: () => take(redaction.end()),
    text: () => text,
  };
}

function createInbox() {
  const waiting: ((text: string) => void)[] = [];
  const texts: string[] = [];
  return {
    send(text: string): void {
      const reader = waiting.shift();
      if (reader === undefined) texts.push(text);
      else reader(text);
    },
    next: (): Promise<string> => {
      const text = texts.shift();
      if (text !== undefined) return Promise.resolve(text);
      return new Promise((resolve) => void waiting.push(resolve));
    },
  };
}

async function boundOutput(
  { sidecars, maxOutputBytes }: ProgramHost,
  { sessionId, callId }: ProcessContext,
  text: string,
): Promise<Pick<ProcessResult, "output" | "outputBytes" | "outputPath">> {
  const bytes = new TextEncoder().encode(text);
  if (bytes.length <= maxOutputBytes) return { output: text, outputBytes: bytes.length };
  const outputPath = await sidecars.write({ sessionId, callId, text });
  const output = new TextDecoder().decode(bytes.slice(0, maxOutputBytes), { stream: true });
  return { output, outputBytes: bytes.length, outputPath };
}
