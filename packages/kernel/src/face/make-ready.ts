/**
 * Makes a session ready for its first command while nobody waits for one. The line `:` is judged as any line is, and run where
 * commands run, once as a contained command and once as an approved one. It changes nothing, nobody could land anything of it, and it is in no
 * record: nothing is left of it but what the next command need not do again. Failures are left for the real command to tell.
 */
import { confinesProcesses } from "@toolplane/contract/ports";
import { createCallState } from "../call/call-state.ts";
import { APPROVE_AT } from "../pipeline/stage-order.ts";
import { walk } from "../pipeline/walk.ts";
import { specOf } from "../runtime/doors/create-shell-door.ts";
import { confinementOf } from "../runtime/gate/confinement-of.ts";
import { createGate } from "../runtime/gate/create-gate.ts";
import { signalOf } from "../session/running-calls.ts";
import type { SessionState } from "../session/session-state.ts";

/** The tool that runs command lines. */
const SHELL = "bash";
const LINE = ":";
/** The time after which it is no help any more. */
const MOST_MS = 5_000;

export async function makeReady(state: SessionState): Promise<void> {
  try {
    await runNothing(state);
  } catch {
    // The first command finds out by itself, and tells.
  }
}

async function runNothing(state: SessionState): Promise<void> {
  const { host, manifest, redactor, processReach: reach, variables } = state;
  const [cwd] = variables.workspace ?? [];
  const call = createCallState(
    state,
    { id: state.ids.next("ready"), name: SHELL, arguments: { command: LINE } },
    {},
  );
  await walk(call, 0, APPROVE_AT);
  const { tool, result } = call;
  if (!tool || result || cwd === undefined || !confinesProcesses(host.sandbox)) return;
  const options = { timeoutMs: MOST_MS };
  const spec = specOf(call, tool, { command: { shell: LINE }, cwd, options });
  for (const contained of [true, false])
    await host.processes.run(spec, {
      confinement: confinementOf(call, tool, { contained }),
      gate: createGate({ call, tool, reach, via: "destination" }),
      redactor,
      signal: signalOf(call),
      sessionId: manifest.sessionId,
      callId: call.id,
    });
}
