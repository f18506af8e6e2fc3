/**
 * Serves the requests of a worker through the real runtime of its call. Names come from other people's code: only these mean
 * anything.
 */
import { type AnyRuntime, type RunOptions, ToolError } from "@toolplane/contract";
import type { GivenRuntime, WireError } from "./wire.ts";

/** Doors that are asked one thing at a time, by their members. */
const MEMBERS: Readonly<Record<string, readonly string[]>> = {
  fs: "read stat list search glob write remove rename mkdir apply".split(" "),
  net: ["fetch"],
  shell: ["run"],
  process: "run start read write stop".split(" "),
  journal: "list undo redo diff".split(" "),
  "services.skills": ["load"],
  "services.tools": ["search"],
  "services.memory": "read write list remove".split(" "),
};

type Method = (...args: readonly unknown[]) => unknown;

/** Describes a runtime for the worker when a call begins. */
export function describeRuntime(
  runtime: AnyRuntime,
  { env = [], computes }: { readonly env?: readonly string[]; readonly computes: boolean },
): GivenRuntime {
  const doors = Object.entries(MEMBERS).flatMap(([name, members]) =>
    members
      .map((member) => `${name}.${member}`)
      .filter((door) => methodOf(runtime, door) !== undefined),
  );
  if (runtime.env !== undefined) doors.push("env");
  if (computes) doors.push("compute");
  const { services } = runtime;
  return {
    call: runtime.call,
    config: runtime.config,
    doors,
    env: Object.fromEntries(env.map((name) => [name, variable(runtime, name)])),
    processes: runtime.process?.list() ?? [],
    todo: services.todo?.get() ?? null,
    skills: services.skills?.list() ?? [],
  };
}

function variable(
  { env }: AnyRuntime,
  name: string,
): { readonly value?: string; readonly error?: WireError } {
  try {
    const value = env?.get(name);
    return value === undefined ? {} : { value };
  } catch (error) {
    return { error: toWireError(error) };
  }
}

/** Does what was asked for; rejects with a ToolError for what was not opened. */
export async function serveDoor(
  runtime: AnyRuntime,
  { door, args }: { readonly door: string; readonly args: readonly unknown[] },
  onOutput: (text: string) => void,
): Promise<unknown> {
  const method = methodOf(runtime, door);
  if (method === undefined)
    throw new ToolError("capability_denied", `${door.slice(0, 40)} was not declared by this tool.`);
  if (door === "shell.run" || door === "process.run")
    return method(args[0], { ...((args[1] ?? {}) as RunOptions), onOutput });
  return method(...args);
}

const BARE: readonly string[] = ["wait", "ask", "spawn", "state.get", "state.set"];

function methodOf(runtime: AnyRuntime, door: string): Method | undefined {
  const [, name = "", member = ""] = /^(.+)\.([a-z]+)$/.exec(door) ?? [];
  if (BARE.includes(door)) {
    if (name === "state") return bound(runtime.state, member);
    return bound(runtime, door);
  }
  if (!Object.hasOwn(MEMBERS, name) || MEMBERS[name]?.includes(member) !== true) return undefined;
  const { services } = runtime;
  const holders: Readonly<Record<string, unknown>> = {
    fs: runtime.fs,
    net: runtime.net,
    shell: runtime.shell,
    process: runtime.process,
    journal: runtime.journal,
    "services.skills": services.skills,
    "services.tools": services.tools,
    "services.memory": services.memory,
  };
  return bound(holders[name], member);
}

function bound(holder: unknown, member: string): Method | undefined {
  if (typeof holder !== "object" || holder === null) return undefined;
  const found = (holder as Readonly<Record<string, unknown>>)[member];
  return typeof found === "function" ? (found.bind(holder) as Method) : undefined;
}

export function toWireError(error: unknown): WireError {
  const { code, message } = (error ?? {}) as Partial<WireError>;
  return {
    code: typeof code === "string" ? code : "internal",
    message: typeof message === "string" ? message : String(error),
  };
}
