/**
 * The shell door: the line is parsed again at the moment of use and every simple command asked about at the gate, so that what
 * was judged is what runs; then it runs in a confinement computed from the same policy. A contained command that met a wall
 * gets one question: run again, wider?
 */
import {
  type Confinement,
  isToolError,
  type ProcessContext,
  type ProcessResult,
  type ProcessSpec,
  type Resource,
  type RunOptions,
  type ShellDoor,
  ToolError,
} from "@toolplane/contract";
import type { CallState } from "../call/call-state.ts";
import { shellResources } from "../footprint/shell-resources.ts";
import { evaluatePolicies } from "../judge/evaluate-policies.ts";
import { protectedPathReason } from "../policy/protected-paths.ts";
import { signalOf } from "../session/running-calls.ts";
import type { SessionTool } from "../session/session-tool.ts";
import { askPerson } from "./ask-person.ts";
import { confinementOf } from "./confinement-of.ts";
import { createGate } from "./create-gate.ts";
import { declaredEnvironment } from "./declared-environment.ts";

/** Makes the shell door of one call. */
export function createShellDoor(call: CallState, tool: SessionTool): ShellDoor {
  return {
    async run(command, options = {}) {
      const cwd = checkLine(call, tool, { command, cwd: options.cwd });
      const spec = specOf(call, tool, { command: { shell: command }, cwd, options });
      const contained = call.verdict?.answeredBy === "contained";
      const first = await runIn(call, {
        tool,
        spec,
        options,
        confinement: confinementOf(call, tool, { contained }),
      });
      if (!contained || !metWall(first) || !(await allowsWider(call, first))) return first;
      return runIn(call, {
        tool,
        spec,
        options,
        confinement: confinementOf(call, tool, { contained: false }),
      });
    },
  };
}

/** Asks the gate about every unit and everything it is seen to touch; gives the directory to run in. */
export function checkLine(
  call: CallState,
  tool: SessionTool,
  line: { readonly command: string; readonly cwd: string | undefined },
): string {
  const { analyzer } = call.session.host;
  const analysis = analyzer.shell(line.command, line.cwd);
  if (!analysis.ok) throw new ToolError("invalid_input", `Invalid arguments: ${analysis.message}`);
  const own = createGate({ call, tool, reach: tool.reach, via: "argument" });
  const touched = createGate({ call, tool, reach: call.session.processReach, via: "operand" });
  for (const resource of shellResources(analysis.value, { offset: 0 })) {
    if (resource.capability === "opaque") {
      if (!predictedOpaque(call, resource))
        throw refused("permission_denied", "This command is not the one that was judged.");
    } else if (resource.capability === "shell.run") {
      if (resource.unit.neutral) continue;
      const decision = own.check(resource);
      if (!decision.allowed) throw refused(decision.code, decision.reason);
    } else if (!predicted(call, resource)) {
      const decision = touched.check(resource);
      // Of what a command touches, silence of the rules is enough; a rule's ask or a floor is not.
      if (!decision.allowed && !isSilence(call, tool, resource))
        throw refused(decision.code, decision.reason);
    }
  }
  return workingDirectory(call, line.cwd);
}

/** Inside the process's reach, and neither a rule nor a floor has anything to say about it. */
function isSilence(call: CallState, tool: SessionTool, resource: Resource): boolean {
  if (!call.session.processReach.contains(resource)) return false;
  if (evaluatePolicies(call.session.policies, resource, tool.entry.tool).action !== null)
    return false;
  return (
    resource.capability !== "fs.write" ||
    !(protectedPathReason(resource.path) ?? protectedPathReason(resource.real))
  );
}

function predicted(call: CallState, resource: Resource): boolean {
  const key = JSON.stringify({ ...resource, argument: undefined });
  return (call.footprint?.resources ?? []).some(
    (known) => JSON.stringify({ ...known, argument: undefined }) === key,
  );
}

function predictedOpaque(
  call: CallState,
  resource: Resource & { readonly capability: "opaque" },
): boolean {
  return (call.footprint?.resources ?? []).some(
    (known) =>
      known.capability === "opaque" && known.of === resource.of && known.text === resource.text,
  );
}

function refused(code: ConstructorParameters<typeof ToolError>[0], reason: string): ToolError {
  return new ToolError(code, reason);
}

/** The directory as the analyzer resolves it; the workspace root when none is named. */
export function workingDirectory(call: CallState, cwd: string | undefined): string {
  const path = call.session.host.analyzer.path(cwd ?? ".", "read");
  if (!path.ok) throw new ToolError("invalid_input", `Invalid arguments: cwd: ${path.message}`);
  const { lexical, real } = path.value;
  const target = { capability: "fs.read", path: lexical, real } as const;
  if (!call.session.processReach.contains(target)) {
    throw new ToolError(
      "capability_denied",
      `The directory ${cwd ?? "."} is outside what this call may reach.`,
    );
  }
  return real;
}

/** What to run, with the values of declared variables only. */
export function specOf(
  call: CallState,
  tool: SessionTool,
  run: {
    readonly command: ProcessSpec["command"];
    readonly cwd: string;
    readonly options: RunOptions;
  },
): ProcessSpec {
  const { timeoutMs, stdin, pty } = run.options;
  return {
    command: run.command,
    cwd: run.cwd,
    env: declaredEnvironment(call, tool),
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
    ...(stdin === undefined ? {} : { stdin }),
    ...(pty === undefined ? {} : { pty }),
  };
}

/** What a process of this call is tied to. */
export function processContext(
  call: CallState,
  tool: SessionTool,
  run: { readonly confinement: Confinement; readonly options: RunOptions },
): ProcessContext {
  const { manifest, redactor, processReach } = call.session;
  return {
    confinement: run.confinement,
    gate: createGate({ call, tool, reach: processReach, via: "destination" }),
    redactor,
    signal: signalOf(call),
    sessionId: manifest.sessionId,
    callId: call.id,
    ...(run.options.onOutput ? { onOutput: run.options.onOutput } : {}),
  };
}

interface Run {
  readonly tool: SessionTool;
  readonly spec: ProcessSpec;
  readonly options: RunOptions;
  readonly confinement: Confinement;
}

function runIn(call: CallState, run: Run): Promise<ProcessResult> {
  return call.session.host.processes.run(run.spec, processContext(call, run.tool, run));
}

/** A command that said it succeeded has done what it was asked for; the walls it met on the way are in its report. */
function metWall({ exitCode, cancelled, report }: ProcessResult): boolean {
  if (exitCode === 0 || cancelled) return false;
  const { likelyRefused, takenBack = [], hosts } = report;
  return likelyRefused.length + takenBack.length > 0 || hosts.some(({ allowed }) => !allowed);
}

async function allowsWider(call: CallState, first: ProcessResult): Promise<boolean> {
  if (!call.session.questions) return false;
  const refusedHosts = first.report.hosts
    .filter(({ allowed }) => !allowed)
    .map(({ host, port }) => `${host}:${port}`);
  const { likelyRefused, takenBack = [] } = first.report;
  const walls = [...likelyRefused, ...takenBack, ...refusedHosts].join(", ");
  const reason = `It ran contained, failed, and likely met a wall: ${walls}. What it did before that stays done.`;
  try {
    const { choice } = await askPerson(call, {
      kind: "wider-rerun",
      reasons: [{ judge: "mode", action: "ask", hard: false, reason }],
      footprint: call.footprint ?? { resources: [] },
      cover: null,
    });
    return choice === "once";
  } catch (error) {
    if (isToolError(error) && error.code === "cancelled") throw error;
    return false;
  }
}
