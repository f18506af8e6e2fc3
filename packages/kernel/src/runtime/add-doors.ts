/** Opens the doors that a tool's requirements name, each when it is first touched, each bound to this one call. */
import {
  type AnyRuntime,
  type Compute,
  type DoorContext,
  type EnvDoor,
  type FsDoor,
  type RequirementSet,
  ToolError,
} from "@toolplane/contract";
import type { CallRecord } from "../call/call-record.ts";
import { signalOf } from "../session/running-calls.ts";
import type { SessionTool } from "../session/session-tool.ts";
import { createGate } from "./create-gate.ts";
import { createProcessDoor } from "./create-process-door.ts";
import { createShellDoor } from "./create-shell-door.ts";

const COMPUTE_TIMEOUT_MS = 10_000;

/** Defines the doors on the runtime and gives it back. */
export function addDoors(runtime: AnyRuntime, call: CallRecord, tool: SessionTool): AnyRuntime {
  const { host, manifest, redactor } = call.session;
  const { requires } = tool.entry.tool;
  const context = lazily(
    (): DoorContext => ({
      gate: createGate({ call, tool, reach: tool.reach, via: "argument" }),
      redactor,
      signal: signalOf(call),
      sessionId: manifest.sessionId,
      callId: call.id,
    }),
  );
  const doors: PropertyDescriptorMap = {};
  const open = (name: string, make: () => unknown): void => {
    doors[name] = { enumerable: true, get: lazily(make) };
  };
  if (requires.fs) open("fs", () => fileDoor(host.files(context()), requires));
  if (requires.net) open("net", () => host.network(context()));
  if (requires.shell) {
    open("shell", () => createShellDoor(call, tool));
    open("process", () => createProcessDoor(call, tool));
  }
  if (requires.env) open("env", () => envDoor(call, context));
  const { capabilities } = tool;
  if (capabilities.includes("journal")) open("journal", () => host.journal(context()));
  if (capabilities.includes("compute")) open("compute", () => computeDoor(call));
  return Object.defineProperties(runtime, doors);
}

/** Only the half that was declared: a tool that reads has no `write`. */
function fileDoor(door: FsDoor, requires: RequirementSet): Partial<FsDoor> {
  const { read, stat, list, search, glob, write, remove, rename, mkdir, apply } = door;
  return {
    ...(requires.fs?.read ? { read, stat, list, search, glob } : {}),
    ...(requires.fs?.write ? { write, remove, rename, mkdir, apply } : {}),
  };
}

function envDoor(call: CallRecord, context: () => DoorContext): EnvDoor {
  return {
    get(name) {
      const decision = context().gate.check({ capability: "env", name });
      if (!decision.allowed) throw new ToolError(decision.code, decision.reason);
      return call.session.host.environment(name);
    },
  };
}

function computeDoor(call: CallRecord): Compute {
  return (module, input, options) =>
    call.session.host.compute({
      module,
      input,
      timeoutMs: options?.timeoutMs ?? COMPUTE_TIMEOUT_MS,
      signal: signalOf(call),
    });
}

function lazily<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
