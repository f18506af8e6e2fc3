/**
 * The worker of one tool folder, as its host uses it: started with the first call, reclaimed after a while without calls, started
 * again after it ended. One that ends over and over is not started for a time.
 */
import { type AnyRuntime, ToolError } from "@toolplane/contract";
import type { Channel, Clock } from "@toolplane/contract/ports";
import { describeRuntime } from "./serve-door.ts";
import {
  openWorkerLine,
  type WorkerCall,
  type WorkerLine,
  type WorkerRequest,
} from "./worker-line.ts";

export interface ToolProcess {
  /** Rejects with a ToolError when the tool threw one, did something that no tool may, or the worker ended. */
  ask(
    request: Exclude<WorkerRequest, { readonly do: "execute" }>,
    deadline: { readonly timeoutMs: number },
  ): Promise<unknown>;
  execute(run: Run): Promise<unknown>;
  /** Ends it once the calls that it runs are over. */
  leave(): Promise<void>;
  /** Ends it now. */
  close(): Promise<void>;
}

interface Run {
  readonly tool: string;
  readonly args: unknown;
  readonly runtime: AnyRuntime;
  /** Names of declared variables. */
  readonly env: readonly string[];
  readonly computes: boolean;
}

export interface ToolProcessOptions {
  readonly clock: Clock;
  readonly open: () => Promise<Channel>;
  readonly idleMs?: number;
}

const IDLE_MS = 60_000;
const GRACE_MS = 2_000;
const MAX_ENDS = 3;
const ENDS_WITHIN_MS = 60_000;

export function createToolProcess(options: ToolProcessOptions): ToolProcess {
  const { clock, idleMs = IDLE_MS } = options;
  let live: Promise<WorkerLine> | null = null;
  let closed = false;
  let running = 0;
  let stopIdle = (): void => {};
  let over = (): void => {};
  /** The moments at which it ended by itself. */
  const ends: number[] = [];

  function started(): Promise<WorkerLine> {
    if (closed) throw new ToolError("unavailable", "This tool was closed.");
    const recent = ends.filter((atMs) => clock.nowMs() - atMs < ENDS_WITHIN_MS);
    if (live === null && recent.length >= MAX_ENDS)
      throw new ToolError(
        "unavailable",
        "This tool's process ended over and over; it rests for a minute.",
      );
    live ??= begin();
    return live;
  }
  async function begin(): Promise<WorkerLine> {
    try {
      const channel = await options.open();
      void channel.ended.then(({ cause }) => {
        if (cause === "exited" || cause === "failed") ends.push(clock.nowMs());
        if (ends.length > MAX_ENDS) ends.shift();
        live = null;
      });
      return openWorkerLine(channel, { clock, graceMs: GRACE_MS });
    } catch (error) {
      live = null;
      throw error;
    }
  }
  async function ask(request: WorkerRequest, call: WorkerCall): Promise<unknown> {
    stopIdle();
    running += 1;
    try {
      return await (await started()).ask(request, call);
    } finally {
      running -= 1;
      if (running === 0) over();
      if (running === 0 && !closed) stopIdle = clock.setTimer(idleMs, () => void rest());
    }
  }
  async function rest(): Promise<void> {
    const own = await live?.catch(() => null);
    if (running === 0) await own?.close();
  }
  async function close(): Promise<void> {
    closed = true;
    stopIdle();
    over();
    const own = await live?.catch(() => null);
    await own?.close();
  }
  return {
    ask: (request, deadline) => inTime(clock, deadline, (call) => ask(request, call)),
    execute({ tool, args, runtime, env, computes }) {
      const given = describeRuntime(runtime, { env, computes });
      return ask({ do: "execute", tool, args, given }, { runtime, signal: runtime.signal });
    },
    async leave() {
      if (running > 0)
        await new Promise<void>((resolve) => {
          over = resolve;
        });
      await close();
    },
    close,
  };
}

async function inTime(
  clock: Clock,
  { timeoutMs }: { readonly timeoutMs: number },
  work: (call: WorkerCall) => Promise<unknown>,
): Promise<unknown> {
  const stop = new AbortController();
  const timer = clock.setTimer(timeoutMs, () => stop.abort());
  try {
    return await work({ runtime: null, signal: stop.signal });
  } catch (error) {
    if (!stop.signal.aborted) throw error;
    throw new ToolError("timeout", "It did not answer in time.", { cause: error });
  } finally {
    timer();
  }
}
