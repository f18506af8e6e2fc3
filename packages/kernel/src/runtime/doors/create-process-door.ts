/** Programs by argv, without a shell: one unit, asked about at the gate, run in the call's confinement. */
import {
  type Confinement,
  type NamedTarget,
  type ProcessDoor,
  type ProcessHandle,
  type ProcessResult,
  type RunOptions,
  ToolError,
} from "@toolplane/contract";
import type { ProcessSpec } from "@toolplane/contract/ports";
import type { CallState } from "../../call/call-state.ts";
import { openedHosts } from "../../confinement/opened-hosts.ts";
import type { SessionTool } from "../../session/session-tool.ts";
import { createLineCheck } from "../gate/check-line.ts";
import { confinementOf, isContained } from "../gate/confinement-of.ts";
import { createGate } from "../gate/create-gate.ts";
import { workingDirectory } from "../gate/working-directory.ts";
import { leaseProcess, type ProcessRun, runLeased, specOf } from "./create-shell-door.ts";

export function createProcessDoor(call: CallState, tool: SessionTool): ProcessDoor {
  const { processes } = call.session.host;
  const { sessionId } = call.session.manifest;
  const checkLine = createLineCheck(call, tool);
  const runOf = (
    spec: ProcessSpec,
    { options, background }: { readonly options: RunOptions; readonly background: boolean },
  ): ProcessRun => ({
    spec,
    contained: isContained(call),
    confine: ({ contained }) => confinementOf(call, tool, { contained, background }),
    options,
    background,
  });
  const own = (id: string): string => {
    if (!processes.list(sessionId).some((handle) => handle.id === id)) {
      throw new ToolError("not_found", `No process ${id} was started in this session.`);
    }
    return id;
  };
  return {
    async run(argv, options = {}) {
      if (options.isolated === true) return runIsolated({ call, tool, argv, options });
      const cwd = checkArgv(call, tool, { argv, cwd: options.cwd });
      const spec = specOf(call, tool, { command: { argv }, cwd, options });
      return runLeased(call, tool, runOf(spec, { options, background: false }));
    },
    async start(command, options = {}) {
      if (call.options.dryRun)
        throw new ToolError("unavailable", "A process that runs on cannot be run dry.");
      const line = typeof command === "string" ? { shell: command } : { argv: command };
      const cwd =
        typeof command === "string"
          ? checkLine({ command, cwd: options.cwd }).cwd
          : checkArgv(call, tool, { argv: command, cwd: options.cwd });
      const writes = checkOutputs(call, tool, options.writes ?? []);
      const bare = specOf(call, tool, { command: line, cwd, options });
      const spec = writes.length === 0 ? bare : { ...bare, writes };
      return startLeased(call, tool, runOf(spec, { options, background: true }));
    },
    list: () => processes.list(sessionId),
    read: async (id, range) => processes.read(own(id), range),
    write: async (id, text) => processes.write(own(id), text),
    stop: async (id) => processes.stop(own(id)),
    ports: () => processes.ports?.(sessionId) ?? [],
    async forward(port) {
      const gate = createGate({ call, tool, reach: tool.reach, via: "argument" });
      const decision = gate.check(FORWARDING);
      if (!decision.allowed) throw new ToolError(decision.code, decision.reason);
      if (processes.forward === undefined)
        throw new ToolError("unavailable", "Programs share the network of this machine.");
      return processes.forward(sessionId, port);
    },
  };
}

/** A port on this machine is open to everybody who works on it, so it is asked about, or a rule speaks of it. */
const FORWARDING: NamedTarget = { capability: "named", name: "tool:background/forward" };

/** The working folder of an isolated program: a folder of the system that every sandbox shows. */
const ISOLATED_CWD = "/usr";

async function runIsolated({ call, tool, argv, options }: IsolatedRun): Promise<ProcessResult> {
  const { session } = call;
  if (!session.sandboxed)
    throw new ToolError(
      "unavailable",
      "There is no sandbox here, and without one nothing keeps this code from files and the network.",
    );
  checkUnit(call, tool, { argv, cwd: ISOLATED_CWD });
  const spec = specOf(call, tool, { command: { argv }, cwd: ISOLATED_CWD, options });
  return runLeased(call, tool, {
    spec: { ...spec, env: {} },
    contained: true,
    confine: () => isolate(confinementOf(call, tool, { contained: true })),
    options,
    readsOnly: true,
    isolated: true,
  });
}

/** Starts a process that outlives its call: its lease is its session's. */
async function startLeased(
  call: CallState,
  tool: SessionTool,
  run: ProcessRun,
): Promise<ProcessHandle> {
  const { host, manifest } = call.session;
  const { processes } = host;
  const { context, lease } = await leaseProcess(call, tool, run);
  noteOpenHosts(call, context.confinement);
  // Rules may change while it is being started.
  const handle = await lease.during(() => processes.start(run.spec, context));
  // The call ended meanwhile, so nobody hears the process's name and could end it.
  if (context.signal.aborted) {
    await processes.stop(handle.id);
    throw new ToolError("cancelled", "Cancelled", { cause: context.signal.reason });
  }
  lease.follow({
    over: () =>
      !processes.list(manifest.sessionId).some(({ id, running }) => id === handle.id && running),
    gone: () => processes.stop(handle.id),
  });
  const walls = context.walls?.({ output: "", failed: false, likely: [] }) ?? [];
  return walls.length === 0 || !call.session.sandboxed ? handle : { ...handle, walls };
}

/** Records what is open to it: what it reaches when its call is over is not in that call's record. */
function noteOpenHosts(call: CallState, { contained, network }: Confinement): void {
  const open = openedHosts(call.session.policies.base);
  if (!contained || network.access === "none" || open.length === 0) return;
  const subject = `net.fetch perhaps ${open.join(", ")} (open by rule while it runs)`;
  call.accesses = [...(call.accesses ?? []), { subject, predicted: false }];
}

interface IsolatedRun {
  readonly call: CallState;
  readonly tool: SessionTool;
  readonly argv: readonly string[];
  readonly options: RunOptions;
}

/** The confinement inside one more scope, which holds nothing. */
function isolate(confinement: Confinement): Confinement {
  const { read, write } = confinement;
  return {
    ...confinement,
    read: { ...read, reach: [...read.reach, []], opened: [] },
    write: { ...write, reach: [...write.reach, []], opened: [] },
    network: { access: "none", reach: [], masks: [], opened: [] },
    env: [],
  };
}

/** Judges the paths that a process may write while it runs on, like any write. Returns the real paths. */
function checkOutputs(
  call: CallState,
  tool: SessionTool,
  writes: readonly string[],
): readonly string[] {
  const reach = call.session.processReach;
  const gate = createGate({ call, tool, reach, via: "argument" });
  return writes.map((text) => {
    const path = call.session.analyzer.path(text, "write");
    if (!path.ok)
      throw new ToolError("invalid_input", `Invalid arguments: writes: ${path.message}`);
    const { lexical, real } = path.value;
    const decision = gate.check({ capability: "fs.write", path: lexical, real });
    if (!decision.allowed) throw new ToolError(decision.code, decision.reason);
    return real;
  });
}

function checkArgv(
  call: CallState,
  tool: SessionTool,
  run: { readonly argv: readonly string[]; readonly cwd: string | undefined },
): string {
  const cwd = workingDirectory(call, run.cwd);
  checkUnit(call, tool, { argv: run.argv, cwd });
  return cwd;
}

function checkUnit(
  call: CallState,
  tool: SessionTool,
  { argv, cwd }: { readonly argv: readonly string[]; readonly cwd: string },
): void {
  const gate = createGate({ call, tool, reach: tool.reach, via: "argument" });
  const decision = gate.check({
    capability: "shell.run",
    unit: { argv, cwd, text: argv.join(" ") },
  });
  if (!decision.allowed) throw new ToolError(decision.code, decision.reason);
}
