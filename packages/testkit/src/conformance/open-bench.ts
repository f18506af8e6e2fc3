/**
 * A bench: one tool on one fresh host under a kernel that allows everything, so that what is seen is the tool's doing and
 * not a rule's. Every execution is watched, because the road hides much of what a bad tool does: it settles a call whose
 * tool never comes back, and turns whatever a tool throws into a result.
 */
import type {
  AgentSession,
  AnyRuntime,
  Explanation,
  JsonObject,
  Tool,
  ToolResult,
} from "@toolplane/contract";
import type { Broker } from "@toolplane/contract/ports";
import { createKernel, type Session } from "@toolplane/kernel";
import { createScriptedAgent } from "../create-scripted-agent.ts";
import type { MemoryHost } from "../memory/create-memory-host.ts";
import { driveClock } from "./drive-clock.ts";
import { type BeforeOperation, interceptHost } from "./intercept-host.ts";
import type { ToolConformanceOptions } from "./tool-conformance.ts";

/** One run of a tool's `execute`. */
interface Execution {
  readonly runtime: AnyRuntime;
  settled: boolean;
}

export interface Bench {
  readonly host: MemoryHost;
  readonly session: Session;
  readonly executions: readonly Execution[];
  /** Starts a call and gives its promise. */
  start(args: JsonObject | string): Promise<ToolResult>;
  /** Makes a call and drives the clock until it settles; null when it never does. */
  call(args: JsonObject | string): Promise<ToolResult | null>;
  explain(args: JsonObject): Promise<Explanation>;
}

/** Changes that a check makes to the bench. */
export interface BenchOptions {
  readonly before?: BeforeOperation;
  /** A lower cap on the output. */
  readonly maxOutput?: number;
  /** Another `execute` around the tool's own. */
  readonly wrapExecute?: (execute: Tool["execute"]) => Tool["execute"];
}

/** Real milliseconds of patience when a suite names none. */
export const PATIENCE_MS = 2_000;
const STEPS = 200;

export function openBench(options: ToolConformanceOptions, bench: BenchOptions = {}): Bench {
  const before = bench.before ?? (() => {});
  const host = interceptHost(options.host(), before);
  const executions: Execution[] = [];
  const own = options.tool;
  const tool = watch(own, executions, bench.wrapExecute ?? ((execute) => execute));
  const {
    agent = createScriptedAgent(() => "done"),
    maxOutput = {},
    ...kernelOptions
  } = options.kernel ?? {};
  const kernel = createKernel({
    defaultPolicy: false,
    ...kernelOptions,
    host,
    maxOutput:
      bench.maxOutput === undefined ? maxOutput : { ...maxOutput, [own.id]: bench.maxOutput },
    agent: interceptAgent(agent, before),
    broker: agreeableBroker(before),
    policy: [{ scope: "project", rules: [{ permission: "*", pattern: "**", action: "allow" }] }],
  });
  kernel.register(tool, { layer: options.layer ?? "bundled" });
  const session = kernel.session({ mode: "yolo", ...options.session });
  const { timeoutMs } = own.limits;
  let made = 0;
  function start(args: JsonObject | string): Promise<ToolResult> {
    made += 1;
    const call = { id: `call_${made}`, name: own.id, arguments: args };
    return session.call(call as Parameters<Session["call"]>[0]);
  }
  return {
    host,
    session,
    executions,
    start,
    async call(args) {
      const driven = await driveClock(host.clock, start(args), {
        patienceMs: options.patienceMs ?? PATIENCE_MS,
        stepMs: Math.max(1, Math.ceil((2 * timeoutMs) / STEPS)),
        steps: STEPS,
      });
      return driven.settled ? driven.value : null;
    },
    explain: (args) => session.explain({ id: "why", name: own.id, arguments: args }),
  };
}

function watch(
  tool: Tool,
  executions: Execution[],
  wrap: (execute: Tool["execute"]) => Tool["execute"],
): Tool {
  const run = wrap((args, runtime) => tool.execute(args, runtime));
  return Object.freeze({
    ...tool,
    execute(args: never, runtime: AnyRuntime) {
      const execution: Execution = { runtime, settled: false };
      const settle = () => {
        execution.settled = true;
      };
      executions.push(execution);
      try {
        const returned = run(args, runtime);
        if (returned instanceof Promise) returned.then(settle, settle);
        else settle();
        return returned;
      } catch (error) {
        settle();
        throw error;
      }
    },
  });
}

/** A person who agrees to everything and takes the first option. */
function agreeableBroker(before: BeforeOperation): Broker {
  return {
    async ask({ kind, questions = [] }, signal) {
      if (kind !== "tool") return { choice: "once" };
      await before({ door: "user", name: "user.ask", signal });
      return {
        choice: "answers",
        answers: questions.map(({ options }) => [options?.[0]?.label ?? "yes"]),
      };
    },
  };
}

function interceptAgent(agent: AgentSession, before: BeforeOperation): AgentSession {
  return {
    async spawn(request, context) {
      await before({ door: "agent", name: "agent.spawn", signal: context.signal });
      return agent.spawn(request, context);
    },
    ...(agent.background ? { background: agent.background } : {}),
  };
}
