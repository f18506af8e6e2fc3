/**
 * Runs the life of tools that have one: `init` and `activate` before the name is bound; then, when the registration
 * goes, it waits for running calls and runs `deactivate` and `dispose`. Every wait has an end; a failure is reported
 * and never thrown, because one broken tool must not stop a session. A tool without lifecycle functions costs nothing
 * here.
 *
 * Prompts during `init` (a login) go through the host's one interaction channel: the context holds `config` and `ask`,
 * and nothing else that could reach a person. The time of a start pauses while a person is asked.
 */
import {
  type LifecycleContext,
  type Tool,
  ToolError,
  type ToolQuestion,
} from "@toolplane/contract";
import { type Clock, withinDeadline } from "@toolplane/contract/ports";
import type { OwnEntry } from "../entry/create-tool-entry.ts";
import type { ToolEntry } from "../entry/tool-entry.ts";
import type { RegistryProblem } from "./problem-log.ts";

/** Puts a tool's own question to a person before it has a call. Rejects when there is no person to ask. */
export type LifecycleAsk = (
  entry: ToolEntry,
  questions: readonly ToolQuestion[],
) => Promise<readonly (readonly string[])[]>;

export interface LifecycleOptions {
  readonly clock: Clock | null;
  readonly ask: LifecycleAsk | null;
  readonly startMs: number;
  readonly drainMs: number;
  readonly report: (problem: RegistryProblem) => void;
}

export interface Lifecycles {
  /** Runs `init` and `activate`; null when all is well, else why not. Never rejects. */
  start(entry: OwnEntry): Promise<string | null>;
  /** Waits for running calls, then `deactivate` and `dispose`, once. Undefined when there was nothing to wait for. */
  stop(entry: OwnEntry): Promise<void> | undefined;
  /** The last running call of an entry that is being stopped came back. */
  idle(entry: OwnEntry): void;
}

/** True when a tool must be started before it can be called. */
export function hasStart({ lifecycle }: Tool): boolean {
  return lifecycle.init !== undefined || lifecycle.activate !== undefined;
}

/** True when a tool has any lifecycle function. */
export function hasLife(tool: Tool): boolean {
  const { deactivate, dispose } = tool.lifecycle;
  return hasStart(tool) || deactivate !== undefined || dispose !== undefined;
}

export function createLifecycles(options: LifecycleOptions): Lifecycles {
  const { clock, startMs, drainMs, report } = options;
  const draining = new Map<OwnEntry, () => void>();
  /** Entries that were started, or ended since: nothing is ended that was not started, and nothing twice. */
  const started = new WeakSet<OwnEntry>();
  const ended = new WeakSet<OwnEntry>();

  /** Runs one function of a tool within its time; gives what went wrong. */
  const step = async (entry: OwnEntry, name: StepName): Promise<string | null> => {
    const asking = { count: 0 };
    const context = contextOf(entry, options.ask, asking);
    try {
      const work = Promise.resolve(entry.tool.lifecycle[name]?.(context));
      const paused = (): boolean => asking.count > 0;
      const over = await awaitWithin(work, { clock, ms: startMs, paused });
      return over ? null : `${name} did not finish within ${startMs} ms`;
    } catch (error) {
      return `${name} failed: ${error instanceof Error ? error.message : String(error)}`;
    }
  };

  const attempt = async (entry: OwnEntry, name: StepName): Promise<void> => {
    const message = entry.tool.lifecycle[name] ? await step(entry, name) : null;
    if (message) report({ name: entry.tool.id, origin: entry.origin, kind: "lifecycle", message });
  };

  const drain = async (entry: OwnEntry): Promise<void> => {
    const idle = new Promise<void>((resolve) => draining.set(entry, resolve));
    const over = await awaitWithin(idle, { clock, ms: drainMs });
    draining.delete(entry);
    if (over) return;
    const message = `${entry.running} of its calls still ran after ${drainMs} ms`;
    report({ name: entry.tool.id, origin: entry.origin, kind: "drain", message });
  };

  return {
    async start(entry) {
      started.add(entry);
      ended.delete(entry);
      const failed = (await step(entry, "init")) ?? (await step(entry, "activate"));
      if (failed === null) return null;
      ended.add(entry);
      await attempt(entry, "dispose");
      return failed;
    },
    stop(entry) {
      const alive = hasStart(entry.tool) ? started.has(entry) : hasLife(entry.tool);
      if (ended.has(entry) || (entry.running === 0 && !alive)) return undefined;
      ended.add(entry);
      return (async () => {
        if (entry.running > 0) await drain(entry);
        await attempt(entry, "deactivate");
        await attempt(entry, "dispose");
      })();
    },
    idle: (entry) => draining.get(entry)?.(),
  };
}

type StepName = "init" | "activate" | "deactivate" | "dispose";

function contextOf(
  entry: OwnEntry,
  ask: LifecycleAsk | null,
  asking: { count: number },
): LifecycleContext {
  return Object.freeze({
    config: entry.config,
    ask: async (questions: readonly ToolQuestion[]) => {
      if (!ask)
        throw new ToolError("unavailable", `${entry.tool.id} asks, and nobody can be asked here.`);
      asking.count += 1;
      try {
        return await ask(entry, questions);
      } finally {
        asking.count -= 1;
      }
    },
  });
}

/** How long to wait. Without a clock there is no end. */
interface WaitBound {
  readonly clock: Clock | null;
  readonly ms: number;
  /** True while the time is paused; then it starts again. */
  readonly paused?: () => boolean;
}

/** True when the promise settled in time; its rejection is passed on. A late rejection is dropped. */
async function awaitWithin(
  work: Promise<unknown>,
  { clock, ms, paused }: WaitBound,
): Promise<boolean> {
  if (!clock) return work.then(() => true);
  const waited = await withinDeadline(() => work, { clock, timeoutMs: ms, isPaused: paused });
  if (waited.ended === "failed") throw waited.error;
  return waited.ended === "done";
}
