/** One case while it runs: what the product tells, who is asked, and how its calls are made. */
import type { Answer, ToolplaneEvent, ToolResult } from "@toolplane/contract";
import type { CallHooks, Session } from "@toolplane/kernel";
import type { Toolplane } from "toolplane";
import type { CaseCall, CaseTool } from "./attack-case.ts";
import { callAsProgram, innerId, type Way } from "./call-as-program.ts";
import { type CaseBroker, createCaseBroker } from "./case-broker.ts";
import { harnessFault } from "./harness-fault.ts";
import type { CallSeen } from "./observation.ts";
import { createCaseTool, readOrigin } from "./tools/case-tool.ts";

/** What is kept of a running case. */
export interface CaseRun {
  readonly broker: CaseBroker;
  readonly hooks: CallHooks;
  readonly events: ToolplaneEvent[];
  readonly warnings: string[];
  readonly envelopes: ToolResult[];
  modelCalls: number;
  /** While answers are stored nothing runs: the last hook before execution holds every call back. */
  isStoring: boolean;
  nextId(): string;
  /** The id that the next call will have. */
  peekId(): string;
}

export function createCaseRun(): CaseRun {
  const events: ToolplaneEvent[] = [];
  let calls = 0;
  const run: CaseRun = {
    broker: createCaseBroker((callId) => hasStarted(events, callId)),
    hooks: { before: () => !run.isStoring },
    events,
    warnings: [],
    envelopes: [],
    modelCalls: 0,
    isStoring: false,
    nextId() {
      calls += 1;
      return `call-${calls}`;
    },
    peekId: () => `call-${calls + 1}`,
  };
  return run;
}

function hasStarted(events: readonly ToolplaneEvent[], callId: string): boolean {
  return events.some((event) => event.type === "call-start" && event.callId === callId);
}

export interface MakeCall {
  readonly toolplane: Toolplane;
  readonly session: Session;
  readonly call: CaseCall;
  readonly answer: Answer["choice"];
  readonly signal?: AbortSignal;
  /** Which repetition it belongs to; 0 unless said. */
  readonly turn?: number;
  /** Directly unless said. */
  readonly way?: Way;
  /** A call that has not settled by then never will. */
  readonly patienceMs: number;
}

/** Makes a call, or registers the tool that it describes. Of a call through a program, what is seen is the program's call. */
export async function makeCall(run: CaseRun, request: MakeCall): Promise<CallSeen> {
  const { call, session, signal, answer, way = "direct" } = request;
  if (call.tool === "$register")
    return seenOf(run, { ...request, id: "" }, await register(request));
  const id = run.nextId();
  const isDirect = way === "direct";
  const { tool, raw, args } = isDirect ? call : callAsProgram(call);
  run.broker.answerFor(id, isDirect ? answer : "once");
  run.broker.answerFor(innerId(id), answer);
  const made = session.call(
    { id, name: tool, arguments: (raw ?? args ?? {}) as never },
    signal ? { signal } : {},
  );
  const result = await within(made, request.patienceMs);
  if (result) run.envelopes.push(result);
  if (isDirect) return seenOf(run, { ...request, id }, result);
  return seenOf(run, { ...request, id: innerId(id) }, innerResult(run, id, result));
}

/** What the program's call came to. Where the program itself was not let run, it is what that came to. */
function innerResult(run: CaseRun, id: string, outer: ToolResult | null): ToolResult | null {
  const settled = run.events.find(
    (event) => event.type === "call-settle" && event.callId === innerId(id),
  );
  if (settled?.type === "call-settle") {
    run.envelopes.push(settled.result);
    return settled.result;
  }
  if (outer !== null && hasStarted(run.events, id))
    throw harnessFault(`the program ran and made no call: ${JSON.stringify(outer)}`);
  return outer;
}

function seenOf(
  run: CaseRun,
  { id, turn = 0 }: { readonly id: string; readonly turn?: number },
  result: ToolResult | null,
): CallSeen {
  return {
    turn,
    result,
    questions: run.broker
      .asked()
      .filter(({ question }) => question.callId === id && question.kind !== "tool"),
    hasRun: hasStarted(run.events, id),
  };
}

/** Registration as a call: what the product throws or refuses is an error, anything else went through. */
async function register({ toolplane, call }: MakeCall): Promise<ToolResult> {
  const definition = call.args as unknown as CaseTool;
  const origin = readOrigin(definition.origin);
  try {
    const registration = toolplane.kernel.register(createCaseTool(definition), origin);
    await registration.ready();
    return registration.status === "refused"
      ? loadError(registration.reason)
      : { type: "output", data: registration.status, metadata: { duration_ms: 0 } };
  } catch (error) {
    return loadError(error);
  }
}

/** What could not even be set up, as an envelope. */
export function loadError(error: unknown): ToolResult {
  const text = error instanceof Error ? error.message : String(error);
  return {
    type: "error",
    code: "invalid_input",
    error_text: text,
    metadata: { duration_ms: 0 },
  };
}

async function within<T>(promise: Promise<T>, ms: number): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), ms);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
