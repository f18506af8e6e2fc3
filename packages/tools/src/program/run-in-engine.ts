/**
 * Runs a program in QuickJS, an engine of its own inside WebAssembly: nothing of the host exists there but three functions that
 * take texts. It runs in a worker, because not every operation of the engine can be interrupted; then the worker is ended.
 *
 * Results of calls are handed over in the order in which the calls were made, whichever comes back first. So a program does the same
 * again when it is given the same results, and can be resumed over those that it had.
 */
import type { ComputeExchange } from "@toolplane/contract";
import {
  newQuickJSWASMModuleFromVariant,
  type QuickJSContext,
  type QuickJSHandle,
  type QuickJSRuntime,
} from "quickjs-emscripten-core";
import type { ProgramEnd, ProgramInput, ProgramQuestion, ProgramReply } from "./program-job.ts";
import { PRELUDE } from "./program-prelude.ts";

/** More makes the engine's own recursion end the stack of its worker first. */
const STACK_BYTES = 64 * 1_024;
/** Calls of one program that run at the same time. */
const MAX_AT_ONCE = 16;
const MAX_ARGUMENT_CHARS = 1_000_000;
/** Promise jobs between two looks at the clock. */
const JOBS_AT_ONCE = 500;

export async function runInEngine(
  input: ProgramInput,
  exchange: ComputeExchange,
): Promise<ProgramEnd> {
  const engine = await newQuickJSWASMModuleFromVariant(
    import("@jitl/quickjs-wasmfile-release-sync"),
  );
  const runtime = engine.newRuntime();
  runtime.setMemoryLimit(input.limits.memoryBytes);
  runtime.setMaxStackSize(STACK_BYTES);
  const run = openRun(input, exchange);
  runtime.setInterruptHandler(run.isOver);
  try {
    await drive(run, runtime);
  } catch (error) {
    // The engine throws what it cannot report as an error of the program: it is out of memory or of stack, or was
    // interrupted.
    run.end ??= { printed: "", ended: run.isOver() ? "timeout" : "memory" };
    if (!(error instanceof Error)) throw error;
  }
  // The engine is let go of as a whole: its worker keeps no instance, so nothing is disposed one by one.
  return { ...(run.end ?? { ended: "stuck" }), printed: run.printed() };
}

interface Run {
  readonly input: ProgramInput;
  readonly exchange: ComputeExchange;
  /** How it went, once that is known. */
  end: ProgramEnd | null;
  isOver(): boolean;
  print(text: string): void;
  printed(): string;
  /** Calls in the order in which they were made. */
  readonly calls: Call[];
}

interface Call {
  readonly question: ProgramQuestion;
  ask: number | null;
  reply: ProgramReply | null;
}

function openRun(input: ProgramInput, exchange: ComputeExchange): Run {
  const { busyMs, maxPrintedChars } = input.limits;
  let printed = "";
  // The engine is made by now: its time is not the program's.
  const beforeMs = exchange.busyMs();
  return {
    input,
    exchange,
    end: null,
    calls: [],
    isOver: () => exchange.busyMs() - beforeMs > busyMs,
    print(text) {
      if (printed.length < maxPrintedChars) printed += `${text}\n`;
    },
    printed: () =>
      printed.length <= maxPrintedChars
        ? printed
        : `${printed.slice(0, maxPrintedChars).toWellFormed()}\n[what it printed after this was dropped]\n`,
  };
}

async function drive(run: Run, runtime: QuickJSRuntime): Promise<void> {
  const context = runtime.newContext();
  const { settle, watch } = openPrelude(run, context);
  const started = context.evalCode(
    `(async()=>{"use strict";${run.input.program}\n})()`,
    "program.js",
  );
  if (started.error) {
    run.end = endOfError(run, context, started.error);
    return;
  }
  context.unwrapResult(context.callFunction(watch, context.undefined, started.value)).dispose();
  let next = 0;
  drain(run, runtime);
  while (run.end === null && next < run.calls.length) {
    askMore(run, next);
    const call = run.calls[next] as Call;
    if (call.reply === null) {
      const { ask, value } = await run.exchange.next();
      const answered = run.calls.find((one) => one.ask === ask);
      if (answered) answered.reply = value as ProgramReply;
      continue;
    }
    next += 1;
    hand(context, settle, { number: next, reply: call.reply });
    call.reply = { ok: true, json: "" };
    drain(run, runtime);
  }
}

/** Sends as many of the calls that wait as may run at once. */
function askMore(run: Run, from: number): void {
  const last = Math.min(run.calls.length, from + MAX_AT_ONCE);
  for (let at = from; at < last; at += 1) {
    const call = run.calls[at] as Call;
    if (call.ask === null && call.reply === null) call.ask = run.exchange.ask(call.question);
  }
}

/** Runs what can go on, until everything waits. */
function drain(run: Run, runtime: QuickJSRuntime): void {
  while (run.end === null) {
    const jobs = runtime.executePendingJobs(JOBS_AT_ONCE);
    if (run.isOver()) run.end = { printed: "", ended: "timeout" };
    if (jobs.error) {
      jobs.error.dispose();
      continue;
    }
    if (jobs.value === 0) return;
  }
}

function openPrelude(
  run: Run,
  context: QuickJSContext,
): { readonly settle: QuickJSHandle; readonly watch: QuickJSHandle } {
  const { startedAtMs, program } = run.input;
  const made = context.unwrapResult(context.evalCode(PRELUDE, "prelude.js"));
  const given = [
    context.newFunction("send", (kind, name, text) =>
      context.newNumber(
        send(
          run,
          [kind, name, text].map((one) => context.getString(one)),
        ),
      ),
    ),
    context.newFunction("print", (text) => run.print(context.getString(text))),
    context.newFunction("done", (ok, text) => {
      run.end ??= endOf(run, context.dump(ok) === true, context.getString(text));
    }),
    startedAtMs === null ? context.null : context.newNumber(startedAtMs),
    context.newNumber(seedOf(program)),
  ];
  const prelude = context.unwrapResult(context.callFunction(made, context.undefined, ...given));
  return { settle: context.getProp(prelude, "settle"), watch: context.getProp(prelude, "watch") };
}

/** Keeps a call; the number of it. One too many or too large is answered at once. */
function send(run: Run, [kind = "", name = "", text = ""]: readonly string[]): number {
  const { maxCalls } = run.input.limits;
  const asked = { number: run.calls.length + 1, arguments: text };
  const question: ProgramQuestion =
    kind === "call" ? { ...asked, kind, name } : { ...asked, kind: "declarations" };
  const call: Call = { question, ask: null, reply: null };
  if (run.calls.length >= maxCalls)
    call.reply = errorReply("budget_exceeded", `A program may make ${maxCalls} calls.`);
  else if (text.length > MAX_ARGUMENT_CHARS)
    call.reply = errorReply("too_large", `Arguments may hold ${MAX_ARGUMENT_CHARS} characters.`);
  else if (kind === "call" && !text.startsWith("{"))
    call.reply = errorReply("invalid_input", "A tool takes one object with its arguments.");
  run.calls.push(call);
  return run.calls.length;
}

function errorReply(code: string, message: string): ProgramReply {
  return { ok: false, code, message };
}

function hand(
  context: QuickJSContext,
  settle: QuickJSHandle,
  { number, reply }: { readonly number: number; readonly reply: ProgramReply },
): void {
  const text = reply.ok ? reply.json : JSON.stringify(reply);
  const given = [
    context.newNumber(number),
    reply.ok ? context.true : context.false,
    context.newString(text),
  ];
  const settled = context.callFunction(settle, context.undefined, ...given);
  for (const one of given) one.dispose();
  context.unwrapResult(settled).dispose();
}

function endOf(run: Run, ok: boolean, text: string): ProgramEnd {
  const printed = "";
  if (!ok) {
    const { message, line, call } = JSON.parse(text) as {
      readonly message: string;
      readonly line: number | null;
      readonly call: number | null;
    };
    return { printed, ended: "thrown", message, line, call };
  }
  if (text.length > run.input.limits.maxValueChars) return { printed, ended: "too_large" };
  return { printed, ended: "returned", value: text };
}

/** An error before the first step: the program does not parse, or ran out of something. */
function endOfError(run: Run, context: QuickJSContext, error: QuickJSHandle): ProgramEnd {
  const printed = "";
  if (run.isOver()) return { printed, ended: "timeout" };
  const { name, message, stack } = context.dump(error) as Readonly<Record<string, unknown>>;
  const line = /program\.js:(\d+)/.exec(String(stack))?.[1];
  return {
    printed,
    ended: "thrown",
    call: null,
    message: `${String(name)}: ${String(message)}`,
    line: line === undefined ? null : Number(line),
  };
}

/** The same program has the same random numbers. */
function seedOf(program: string): number {
  let seed = 0x811c9dc5;
  for (let at = 0; at < program.length; at += 1)
    seed = Math.imul(seed ^ program.charCodeAt(at), 0x01000193);
  return seed | 0;
}
