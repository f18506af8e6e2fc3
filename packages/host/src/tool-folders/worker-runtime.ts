/** The runtime of a tool inside its worker: every door is a question to the host, which answers through the real one. */
import type { AnyRuntime, Compute, RunOptions, TodoItem } from "@toolplane/contract";
import type { GivenRuntime, WireError } from "./wire.ts";

/** The worker's line to its host during a call. */
export interface WorkerLine {
  ask(door: string, args: readonly unknown[], onOutput?: (text: string) => void): Promise<unknown>;
  note(door: string, value: unknown): void;
  /** The host's error as the tool catches it. */
  errorOf(error: WireError): Error;
  /** Newest list of the session's processes. */
  processes(): unknown;
}

type Bag = Record<string, unknown>;

/** Builds it from what the host says there is; a door that was not opened does not exist. */
export function workerRuntime(
  given: GivenRuntime,
  line: WorkerLine,
  signal: AbortSignal,
): AnyRuntime {
  const has = (door: string) => given.doors.includes(door);
  const group = (name: string): Bag | undefined => {
    const own = given.doors.filter((door) => door.startsWith(`${name}.`));
    if (own.length === 0) return undefined;
    return Object.fromEntries(own.map((door) => [door.slice(name.length + 1), asking(line, door)]));
  };
  const doors: Bag = {};
  for (const name of ["fs", "net", "shell", "journal"]) {
    const found = group(name);
    if (found !== undefined) doors[name] = found;
  }
  const process = group("process");
  if (process !== undefined) doors.process = { ...process, list: () => line.processes() };
  if (has("env")) doors.env = { get: (name: string) => variable(given, line, name) };
  if (has("compute")) doors.compute = localCompute;
  return {
    ...doors,
    call: given.call,
    config: given.config,
    signal,
    update: (partial: unknown) => line.note("update", partial),
    progress: (text: string) => line.note("progress", String(text)),
    wait: asking(line, "wait"),
    ask: asking(line, "ask"),
    spawn: asking(line, "spawn"),
    state: { get: asking(line, "state.get"), set: asking(line, "state.set") },
    services: services(given, line, group),
  } as AnyRuntime;
}

/** Asks a door on the host. A function that a tool hands over is called here; a buffer to fill stays here too. */
function asking(line: WorkerLine, door: string): (...args: unknown[]) => Promise<unknown> {
  return (...args) => {
    let onOutput: ((text: string) => void) | undefined;
    const plain = args.map((argument) => {
      if (typeof argument !== "object" || argument === null || Array.isArray(argument))
        return argument;
      if (argument instanceof Uint8Array) return argument;
      const {
        onOutput: told,
        resultOf: _,
        into: __,
        ...rest
      } = argument as RunOptions & { into?: unknown };
      if (typeof told === "function") onOutput = told;
      return rest;
    });
    return line.ask(door, plain, onOutput);
  };
}

function variable(given: GivenRuntime, line: WorkerLine, name: string): string | undefined {
  const found = Object.hasOwn(given.env, name) ? given.env[name] : undefined;
  if (found === undefined)
    throw line.errorOf({
      code: "capability_denied",
      message: `${name} is not a declared variable.`,
    });
  if (found.error !== undefined) throw line.errorOf(found.error);
  return found.value;
}

/** A parser of the tool's own runs where the tool runs: it concerns no other process. */
const localCompute: Compute = async (module, input) => {
  const { compute } = (await import(module)) as { compute(input: unknown): unknown };
  return compute(input);
};

function services(
  given: GivenRuntime,
  line: WorkerLine,
  group: (name: string) => Bag | undefined,
): AnyRuntime["services"] {
  const found: Bag = {};
  if (given.todo !== null) {
    let items = given.todo as readonly TodoItem[];
    found.todo = {
      get: () => items,
      set(next: readonly TodoItem[]) {
        items = next;
        line.note("services.todo.set", next);
      },
    };
  }
  const { skills, tools, memory } = {
    skills: group("services.skills"),
    tools: group("services.tools"),
    memory: group("services.memory"),
  };
  if (skills !== undefined) found.skills = { ...skills, list: () => given.skills };
  if (tools !== undefined) found.tools = tools;
  if (memory !== undefined) found.memory = memory;
  return found as AnyRuntime["services"];
}
