/**
 * The shell door: the line is checked at the moment of use, so that what was judged is what runs; then it runs in a confinement
 * computed from the same policy. A contained command that met a wall gets one question: run again, wider?
 */
import type {
  Confinement,
  FsTarget,
  ProcessResult,
  RunOptions,
  ShellDoor,
  WallReader,
} from "@toolplane/contract";
import type { ProcessContext, ProcessSpec } from "@toolplane/contract/ports";
import { isBelow } from "@toolplane/readings";
import type { CallState } from "../../call/call-state.ts";
import { evaluatePolicies } from "../../judge/evaluate-policies.ts";
import { signalOf } from "../../session/running-calls.ts";
import type { SessionTool } from "../../session/session-tool.ts";
import { createLineCheck } from "../gate/check-line.ts";
import { confinementOf, isContained, type ProcessKind } from "../gate/confinement-of.ts";
import { createGate } from "../gate/create-gate.ts";
import type { GateBinding } from "../gate/decide-access.ts";
import { type LeftOut, leftOut, withoutFiles } from "../gate/left-out.ts";
import { type ProcessLease, takeLease } from "../gate/take-lease.ts";
import { labelProcess } from "../labels/label-process.ts";
import { changeViewOf } from "../landing/change-view-of.ts";
import { createLandingJudge } from "../landing/create-landing-judge.ts";
import { createOutputJudge } from "../landing/create-output-judge.ts";
import { callWalls } from "../walls/call-walls.ts";
import { protectedWalls } from "../walls/protected-walls.ts";
import { unseenReads } from "../walls/unseen-reads.ts";
import { createWiderRun } from "./create-wider-run.ts";

export function createShellDoor(call: CallState, tool: SessionTool): ShellDoor {
  const checkLine = createLineCheck(call, tool);
  return {
    async run(command, options = {}) {
      const { cwd, readsOnly } = checkLine({ command, cwd: options.cwd });
      const spec = specOf(call, tool, { command: { shell: command }, cwd, options });
      const contained = isContained(call);
      const left = readsOnly ? await leftOut(call) : [];
      const confine = (kind: ProcessKind) => withoutFiles(confinementOf(call, tool, kind), left);
      const run = { tool, spec, options, readsOnly, left, confine, contained };
      const unseen = unseenReads(call);
      if (!contained || call.options.dryRun === true) return runIn(call, run);
      const opened = unseen.filter((read) => !holdsWorkspace(call, read));
      const wider = createWiderRun(call, opened);
      const { beforeLanding: runsAgain, onClosed } = wider;
      const first = await runIn(call, { ...run, runsAgain, onClosed });
      if (!(await wider.isWanted(first))) return first;
      call.approved = [...call.approved, ...opened, ...wider.hosts()];
      const open = protectedWalls(call, first.report);
      const confineWider = (kind: ProcessKind) => confine({ ...kind, open });
      return runIn(call, { ...run, confine: confineWider, contained: false });
    },
  };
}

/** Builds what to run, with the values of declared variables only. */
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

export interface ProcessRun {
  readonly spec: ProcessSpec;
  /** Says what it may reach, by the rules of now. */
  readonly confine: (kind: { readonly contained: boolean }) => Confinement;
  readonly contained: boolean;
  readonly options: RunOptions;
  /** Every command of it is known only to read. */
  readonly readsOnly?: boolean;
  /** Files that it would come upon, and that ask when a call names them. */
  readonly left?: LeftOut;
  /** It outlives its call: there is no end at which its changes could be judged. */
  readonly background?: boolean;
  readonly isolated?: boolean;
  readonly runsAgain?: NonNullable<ProcessContext["runsAgain"]>;
  readonly onClosed?: NonNullable<GateBinding["onClosed"]>;
}

/** A process that is ready to be started, and the lease that it runs on. */
export interface LeasedProcess {
  readonly context: ProcessContext;
  readonly lease: ProcessLease;
}

/** Ties a process to its call and to the rules of now. */
export async function leaseProcess(
  call: CallState,
  tool: SessionTool,
  run: ProcessRun,
): Promise<LeasedProcess> {
  const { manifest, redactor, processReach: reach } = call.session;
  const { confine, contained, readsOnly = false } = run;
  const confinement = confine({ contained });
  const { onClosed } = run;
  const bare = { call, tool, reach, via: "destination", contained } as const;
  const binding: GateBinding = onClosed === undefined ? bare : { ...bare, onClosed };
  const lease = takeLease(binding, createGate(binding), {
    confinement,
    confineAgain: confine,
    env: Object.keys(run.spec.env),
    envAgain: () => Object.keys(declaredEnvironment(call, tool)),
  });
  await labelProcess(call, tool, { confinement, readsOnly });
  const context: ProcessContext = {
    confinement,
    gate: lease.gate,
    redactor,
    signal: signalOf(call),
    lease: lease.signal,
    sessionId: manifest.sessionId,
    callId: call.id,
    outputs: createOutputJudge(
      (set) => changeViewOf(call.session, set, call.approved),
      run.background === true ? call.session.analyzer.hidden : undefined,
    ),
    ...(run.background === true ? {} : { landing: createLandingJudge(call, run.options.resultOf) }),
    ...(run.isolated === true ? {} : { walls: wallsFor(call, run, confinement) }),
    ...(readsOnly ? { readsOnly: true } : {}),
    ...(run.isolated === true ? { isolated: true } : {}),
    ...(call.options.dryRun === true ? { dryRun: true } : {}),
    ...(run.runsAgain === undefined ? {} : { runsAgain: run.runsAgain }),
    ...(run.options.onOutput ? { onOutput: run.options.onOutput } : {}),
  };
  return { context, lease };
}

function wallsFor(call: CallState, run: ProcessRun, confinement: Confinement): WallReader {
  const runs = run.background === true ? "on" : "once";
  return callWalls(call, { confinement, cwd: run.spec.cwd, runs, left: run.left ?? [] });
}

/** Runs a process to its end, or to that of its lease. */
export async function runLeased(
  call: CallState,
  tool: SessionTool,
  run: ProcessRun,
): Promise<ProcessResult> {
  const { context, lease } = await leaseProcess(call, tool, run);
  return lease.during(() => call.session.host.processes.run(run.spec, context));
}

interface Run extends ProcessRun {
  readonly tool: SessionTool;
}

function runIn(call: CallState, run: Run): Promise<ProcessResult> {
  return runLeased(call, run.tool, run);
}

/** A folder around the workspace (`find /`) would open nearly everything to a command that only looked around. */
function holdsWorkspace({ session }: CallState, { path, real }: FsTarget): boolean {
  const roots = session.variables.workspace ?? [];
  return [path, real].some((name) => roots.some((root) => isBelow(root, name)));
}

/**
 * The variables a tool's processes are given beside the host's fixed list: those it declared, and nothing else. A name that a
 * rule denies or asks about, or that is not set, is left out.
 */
function declaredEnvironment(call: CallState, tool: SessionTool): Readonly<Record<string, string>> {
  const values: Record<string, string> = {};
  for (const name of tool.entry.tool.requires.env ?? []) {
    const variable = { capability: "env", name, via: "operand" } as const;
    if (!tool.reach.contains(variable)) continue;
    const { action } = evaluatePolicies(call.session.policies, variable, tool.entry.tool);
    if (action === "deny" || action === "ask") continue;
    const value = call.session.host.environment(name);
    if (value !== undefined) values[name] = value;
  }
  return values;
}
