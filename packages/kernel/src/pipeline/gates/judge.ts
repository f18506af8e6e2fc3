/**
 * Stage 5: every judge adds an opinion, the severest wins, and then what may answer soft asks answers once. Rules, floors,
 * flags and consent are asked first because they cost nothing; a deny of theirs spares the others, which could not lift it.
 */
import {
  isToolError,
  type JsonObject,
  type Opinion,
  type Verdict,
  winnerOf,
} from "@toolplane/contract";
import { awaitOwnKey } from "../../approval/await-own-key.ts";
import type { CallView } from "../../call/call-view.ts";
import { type SettlingCall, settle } from "../../call/settle.ts";
import type { StageOutcome } from "../../call/stage-outcome.ts";
import { digestOf } from "../../digest/digest-of.ts";
import { holdsFlow } from "../../flow/judge-flow.ts";
import type { Policies } from "../../judge/evaluate-policies.ts";
import { judgePin } from "../../judge/judge-pin.ts";
import { judgeStateMachine } from "../../judge/judge-state-machine.ts";
import { judgeNarrowings } from "../../judge/narrowings.ts";
import { runWatchdog } from "../../watchdog/run-watchdog.ts";
import { finalText } from "./final-text.ts";
import { hearGuards } from "./hear-guards.ts";
import { addRuleOpinions, type RuledCall, verdictOn } from "./rule-opinions.ts";

type JudgingCall = SettlingCall &
  RuledCall &
  CallView<{
    reads: "id" | "shared" | "replay";
    writes: "verdict" | "judged" | "flow" | "ownKey";
    session: "agentManifest" | "narrowings" | "host";
  }>;

/** Judges the call; settles it only when the verdict is deny. */
export function judge(call: JudgingCall): StageOutcome | Promise<StageOutcome> {
  const { shared, session } = call;
  const naming = session.manifest.mode === "allowlist" ? awaitOwnKey(call) : null;
  if (naming)
    return naming.then(
      () => judge(call),
      (error) => settle(call, "internal", describeKeyFault(error), { cause: error }),
    );
  // An earlier verdict on this footprint does not know what narrows the session now.
  if (shared?.verdict && shared.mode === session.mode.now() && !narrows(session))
    return accept(call, shared.verdict);
  const opinions: Opinion[] = [];
  addRuleOpinions(call, opinions, (flow) => {
    call.flow = flow;
  });
  addHeld(call, opinions);
  if (opinions.some((opinion) => opinion.action === "deny")) return conclude(call, opinions);
  const steps = [stateMachineStep, guardStep, watchdogStep] as const;
  return runSteps(call, opinions, steps) ?? conclude(call, opinions);
}

/** Something beside the footprint has a say: a skill in use, or what was seen. */
function narrows({ narrowings, policies, flow }: JudgingCall["session"]): boolean {
  return narrowings.active().length > 0 || holdsFlow(policies, flow);
}

type Step = (call: JudgingCall, opinions: Opinion[]) => undefined | Promise<undefined>;

/** Runs the judges of the host one after the other, waiting only where one makes us wait. */
function runSteps(
  call: JudgingCall,
  opinions: Opinion[],
  steps: readonly Step[],
): undefined | Promise<StageOutcome> {
  for (let index = 0; index < steps.length; index += 1) {
    const waiting = (steps[index] as Step)(call, opinions);
    if (waiting) {
      const rest = steps.slice(index + 1);
      return waiting.then(() => runSteps(call, opinions, rest) ?? conclude(call, opinions));
    }
  }
  return undefined;
}

/** Adds what holds for a call that begins and not for one that runs: skills in use, and a server's tool that is another now. */
function addHeld(call: JudgingCall, opinions: Opinion[]): void {
  const { session, tool, footprint, name } = call;
  if (!tool || !footprint) return;
  const { named, pin } = tool.entry;
  judgeNarrowings(
    session.narrowings.active(),
    { tool: tool.entry.tool, footprint, named },
    opinions,
  );
  call.judged = pin?.now(name) ?? null;
  judgePin(pin, name, opinions);
}

function stateMachineStep(call: JudgingCall, opinions: Opinion[]): undefined | Promise<undefined> {
  const machine = call.session.judges.stateMachine;
  if (!machine || !call.tool?.entry.gated) return undefined;
  const opinion = judgeStateMachine(machine, {
    proposalId: call.id,
    tool: call.name,
    argumentsDigest: digestOf(call.args),
  });
  return keep(opinion, opinions);
}

/** Guards that are heard last are heard by `approve`. */
function guardStep(call: JudgingCall, opinions: Opinion[]): undefined | Promise<undefined> {
  return call.session.judges.guardOrder === "after-mode" ? undefined : hearGuards(call, opinions);
}

function watchdogStep(call: JudgingCall, opinions: Opinion[]): undefined | Promise<undefined> {
  const { session } = call;
  const { watchdog, watchdogTimeoutMs } = session.judges;
  if (!watchdog || opinions.some((opinion) => opinion.action === "deny")) return undefined;
  const opinion = runWatchdog(
    watchdog,
    {
      tool: call.name,
      arguments: call.args as JsonObject,
      manifest: session.agentManifest,
      sessionId: session.manifest.sessionId,
    },
    { clock: session.host.clock, timeoutMs: watchdogTimeoutMs },
  );
  return keep(opinion, opinions);
}

function keep(
  opinion: Opinion | Promise<Opinion>,
  opinions: Opinion[],
): undefined | Promise<undefined> {
  if (opinion instanceof Promise) {
    return opinion.then((settled) => {
      opinions.push(settled);
      return undefined;
    });
  }
  opinions.push(opinion);
  return undefined;
}

function conclude(call: JudgingCall, opinions: Opinion[]): StageOutcome {
  const { session, tool } = call;
  if (!tool) return settle(call, "internal", "The call has no tool.");
  const verdict = verdictOn(call, tool, opinions);
  if (call.shared && dependsOnlyOnFootprint(call)) {
    call.shared.verdict = verdict;
    call.shared.mode = session.mode.now();
    call.shared.cleanVerdict = false;
  }
  return accept(call, verdict);
}

function accept(call: JudgingCall, verdict: Verdict): StageOutcome {
  call.verdict = verdict;
  if (verdict.action !== "deny") return undefined;
  const { judge: decider } = winnerOf(verdict);
  const code = decider === "watchdog" ? "watchdog_denied" : "permission_denied";
  return settle(call, code, finalText(verdict));
}

/** True when no judge looks at anything else of a call, so that the verdict of one is the verdict of all with its footprint. */
function dependsOnlyOnFootprint({ session, tool, footprint }: JudgingCall): boolean {
  const { flags, stateMachine, guards, watchdog, consent } = session.judges;
  return (
    !tool?.entry.pin &&
    !flags &&
    !stateMachine &&
    !watchdog &&
    guards.length === 0 &&
    consent.dangerous.length === 0 &&
    session.mode.now() !== "allowlist" &&
    !namesPrivate(footprint, session.policies) &&
    !narrows(session)
  );
}

/** True where a private file may be meant. Whether it asks depends on its content and on git. */
function namesPrivate(
  footprint: JudgingCall["footprint"],
  { base, restrictions }: Policies,
): boolean {
  const resources = footprint?.resources ?? [];
  return [base, ...restrictions].some(({ named }) =>
    resources.some((one) => one.capability === "fs.read" && named.mayMean(one)),
  );
}

function describeKeyFault(error: unknown): string {
  return isToolError(error) ? error.message : "The tool's approval key could not be derived.";
}
