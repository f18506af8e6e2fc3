/** One running worker: requests to it, and what it asks for meanwhile through the runtime of the call that it works on. */
import {
  type AnyRuntime,
  describeWalls,
  ERROR_CODES,
  type ErrorCode,
  ToolError,
} from "@toolplane/contract";
import type { Channel, Clock } from "@toolplane/contract/ports";
import { keepAlive } from "@toolplane/disk/ground";
import { serveDoor, toWireError } from "./serve-door.ts";
import {
  createWireReader,
  decodeLine,
  encodeLine,
  type FromWorker,
  type ToWorker,
  type WireError,
} from "./wire.ts";

type WithoutId<T> = T extends { readonly id: number } ? Omit<T, "id"> : never;
/** Questions to a worker. */
export type WorkerRequest = WithoutId<
  Extract<ToWorker, { do: "describe" | "execute" | "life" | "key" | "migrate" }>
>;

/** Means that a question to the worker may use while it is answered. */
export interface WorkerCall {
  /** Null where there is none: then it gets no door. */
  readonly runtime: AnyRuntime | null;
  readonly signal: AbortSignal;
}

export interface WorkerLine {
  ask(request: WorkerRequest, call: WorkerCall): Promise<unknown>;
  close(): Promise<unknown>;
}

/** Bounds the requests of one worker that are not answered yet. */
const MAX_ASKED = 64;
const MAX_WAITING_CALLS = 64;

interface Waiting {
  readonly runtime: AnyRuntime | null;
  resolve(value: unknown): void;
  reject(error: ToolError): void;
}

interface Live {
  readonly channel: Channel;
  readonly waiting: Map<number, Waiting>;
}

/** Speaks over the channel until that ends. After a stopped call the worker has `graceMs` to answer, or is ended. */
export function openWorkerLine(
  channel: Channel,
  { clock, graceMs }: { readonly clock: Clock; readonly graceMs: number },
): WorkerLine {
  const live: Live = { channel, waiting: new Map() };
  let lastId = 0;
  // A worker that says something that is no message is cut off.
  void listen(live).catch(() => channel.close());
  void channel.ended.then(() => {
    for (const { reject } of live.waiting.values()) reject(endedError(channel));
    live.waiting.clear();
  });
  return {
    close: () => channel.close(),
    async ask(request, { runtime, signal }) {
      const { waiting } = live;
      if (waiting.size >= MAX_WAITING_CALLS)
        throw new ToolError("conflict", "Too many calls of this tool run at once.");
      lastId += 1;
      const id = lastId;
      const done = Promise.withResolvers<unknown>();
      done.promise.catch(() => {});
      waiting.set(id, { runtime, resolve: done.resolve, reject: done.reject });
      const onAbort = () => {
        void send(live, { do: "cancel", id }).catch(() => {});
        const stop = clock.setTimer(graceMs, () => void channel.close());
        void done.promise.finally(stop).catch(() => {});
      };
      signal.addEventListener("abort", onAbort);
      const letGo = keepAlive();
      try {
        await send(live, { ...request, id } as ToWorker);
        if (signal.aborted) onAbort();
        return await done.promise;
      } finally {
        letGo();
        waiting.delete(id);
        signal.removeEventListener("abort", onAbort);
      }
    },
  };
}

async function send({ channel }: Live, message: ToWorker): Promise<void> {
  await channel.write(Buffer.from(encodeLine(message)));
}

/** Reads on only while not too much is asked for at once. */
async function listen(live: Live): Promise<void> {
  const read = createWireReader();
  const asked = new Set<Promise<void>>();
  for await (const piece of live.channel.output) {
    for (const line of read(piece)) {
      const message = decodeLine(line) as FromWorker;
      if (message.say !== "ask") {
        hear(live, message);
        continue;
      }
      const work: Promise<void> = answer(live, message).finally(() => asked.delete(work));
      asked.add(work);
      if (asked.size >= MAX_ASKED) await Promise.race(asked);
    }
  }
}

async function answer(live: Live, message: Extract<FromWorker, { say: "ask" }>): Promise<void> {
  const { id, call, door, args } = message;
  const runtime = live.waiting.get(Number(call))?.runtime ?? null;
  try {
    if (runtime === null) throw new ToolError("cancelled", "The call is over.");
    const given = { door: String(door), args: Array.isArray(args) ? args : [] };
    const value = await serveDoor(runtime, given, (text) => {
      void send(live, { do: "output", id, text }).catch(() => {});
    });
    const processes = given.door.startsWith("process.") ? runtime.process?.list() : undefined;
    await send(live, { do: "answer", id, value, ...(processes ? { processes } : {}) });
  } catch (error) {
    await send(live, { do: "answer", id, error: toWireError(error) }).catch(() => {});
  }
}

function hear({ waiting }: Live, message: Exclude<FromWorker, { say: "ask" }>): void {
  if (message.say === "done") {
    const call = waiting.get(message.id);
    if (message.error === undefined) call?.resolve(message.value);
    else call?.reject(fromWire(message.error));
    return;
  }
  if (message.say !== "note") throw new ToolError("failed", "That is no message.");
  const runtime = waiting.get(message.call)?.runtime;
  if (!runtime) return;
  if (message.door === "progress")
    runtime.progress(String(message.value).slice(0, MAX_PROGRESS_CHARS));
  else if (message.door === "update") runtime.update(message.value as never);
  else if (message.door === "services.todo.set") runtime.services.todo?.set(message.value as never);
}

const MAX_PROGRESS_CHARS = 10_000;
const MAX_MESSAGE_CHARS = 10_000;

/** Only codes of the list; what the program calls anything else is its own fault. */
function fromWire({ code, message, detail }: WireError): ToolError {
  const known = Object.hasOwn(ERROR_CODES, code) ? (code as ErrorCode) : "internal";
  return new ToolError(known, String(message).slice(0, MAX_MESSAGE_CHARS), { detail });
}

function endedError(channel: Channel): ToolError {
  const walls = describeWalls({ walls: channel.walls?.() ?? [] });
  const told = ["The tool's process ended before it answered.", ...walls];
  return new ToolError("unavailable", told.join(" "), {
    detail: { notes: channel.notes().slice(-2_000) },
  });
}
