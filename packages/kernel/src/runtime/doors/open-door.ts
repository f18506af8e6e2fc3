/** Opens the doors that a tool's requirements name, each when it is first touched, each bound to one call. */
import {
  type Compute,
  type EnvDoor,
  type FsDoor,
  type JournalDoor,
  type RequirementSet,
  ToolError,
} from "@toolplane/contract";
import type { DoorContext } from "@toolplane/contract/ports";
import type { CallState } from "../../call/call-state.ts";
import { signalOf } from "../../session/running-calls.ts";
import type { SessionTool } from "../../session/session-tool.ts";
import { createGate } from "../gate/create-gate.ts";
import { createLandingJudge } from "../landing/create-landing-judge.ts";
import { withHeldApprovals } from "../landing/held-approvals.ts";
import { createCallsDoor } from "./create-calls-door.ts";
import { createProcessDoor } from "./create-process-door.ts";
import { createShellDoor } from "./create-shell-door.ts";
import { makesCalls } from "./makes-calls.ts";

/** The doors, as members of the runtime. */
export type DoorName = "fs" | "net" | "shell" | "process" | "env" | "journal" | "compute" | "calls";

/** The call and tool that a door is opened for; `context` is the same for all doors of a call. */
export interface DoorBinding {
  readonly call: CallState;
  readonly tool: SessionTool;
  readonly context: () => DoorContext;
}

const COMPUTE_TIMEOUT_MS = 10_000;

/** The doors that the requirements name; a tool has no others. */
export function doorNames(tool: SessionTool): readonly DoorName[] {
  const { entry, capabilities } = tool;
  const { requires } = entry.tool;
  const names: DoorName[] = [];
  if (requires.fs) names.push("fs");
  if (requires.net) names.push("net");
  if (requires.shell) names.push("shell", "process");
  if (requires.env) names.push("env");
  if (capabilities.includes("journal")) names.push("journal");
  if (capabilities.includes("compute")) names.push("compute");
  if (makesCalls(tool)) names.push("calls");
  return names;
}

export function createDoorContext(call: CallState, tool: SessionTool): DoorContext {
  const { manifest, redactor } = call.session;
  return {
    gate: createGate({ call, tool, reach: tool.reach, via: "argument" }),
    redactor,
    signal: signalOf(call),
    sessionId: manifest.sessionId,
    callId: call.id,
  };
}

export function openDoor(name: DoorName, { call, tool, context }: DoorBinding): unknown {
  const { host } = call.session;
  switch (name) {
    case "fs":
      return fileDoor(host.files(context()), tool.entry.tool.requires);
    case "net":
      return host.network(context());
    case "shell":
      return createShellDoor(call, tool);
    case "process":
      return createProcessDoor(call, tool);
    case "env":
      return envDoor(call, context);
    case "journal":
      return journalDoor(call, host.journal(context()));
    case "compute":
      return computeDoor(call);
    case "calls":
      // One program deep: what a program calls starts no other.
      return call.parent ? undefined : createCallsDoor(call);
  }
}

function journalDoor(call: CallState, door: JournalDoor): JournalDoor {
  const { views } = call.session.host;
  const view = views?.of(call.session.manifest.sessionId);
  if (!views || !view) return door;
  return {
    ...door,
    land: (expected, onto) =>
      withHeldApprovals(call, () =>
        views.land(view.id, {
          callId: call.id,
          judge: createLandingJudge(call),
          expected,
          onto,
          signal: signalOf(call),
        }),
      ),
  };
}

/** Only the half that was declared: a tool that reads has no `write`. */
function fileDoor(door: FsDoor, requires: RequirementSet): Partial<FsDoor> {
  const { read, stat, list, search, glob, write, remove, rename, mkdir, apply } = door;
  return {
    ...(requires.fs?.read ? { read, stat, list, search, glob } : {}),
    ...(requires.fs?.write ? { write, remove, rename, mkdir, apply } : {}),
  };
}

function envDoor(call: CallState, context: () => DoorContext): EnvDoor {
  return {
    get(name) {
      const decision = context().gate.check({ capability: "env", name });
      if (!decision.allowed) throw new ToolError(decision.code, decision.reason);
      return call.session.host.environment(name);
    },
  };
}

function computeDoor(call: CallState): Compute {
  return (module, input, options) =>
    call.session.host.compute({
      module,
      input,
      timeoutMs: options?.timeoutMs ?? COMPUTE_TIMEOUT_MS,
      signal: signalOf(call),
      ...(options?.answer ? { answer: options.answer } : {}),
    });
}
