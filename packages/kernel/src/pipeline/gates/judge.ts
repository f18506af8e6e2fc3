/**
 * Stage 5: every judge adds an opinion, the severest wins, and then what may answer soft asks answers once. Rules, floors,
 * flags and consent are asked first because they cost nothing; a deny of theirs spares the others, which could not lift it.
 */
import {
  type Footprint,
  isToolError,
  type JsonObject,
  type Opinion,
  type Verdict,
  winnerOf,
} from "@toolplane/contract";
import { awaitOwnKey } from "../../approval/await-own-key.ts";
import { callKeys } from "../../approval/call-keys.ts";
import { matchesAllowlist } from "../../approval/match-allowlist.ts";
import type { CallView } from "../../call/call-view.ts";
import { type SettlingCall, settle } from "../../call/settle.ts";
import type { StageOutcome } from "../../call/stage-outcome.ts";
import { digestOf } from "../../digest/digest-of.ts";
import { holdsFlow, judgeFlow } from "../../flow/judge-flow.ts";
import { decide } from "../../judge/decide.ts";
import { isContainable } from "../../judge/is-containable.ts";
import { judgePin } from "../../judge/judge-pin.ts";
import { judgeResources } from "../../judge/judge-resources.ts";
import { judgeStateMachine } from "../../judge/judge-state-machine.ts";
import { judgeSwitches } from "../../judge/judge-switches.ts";
import { judgeNarrowings } from "../../judge/narrowings.ts";
import { protectedPlaces } from "../../judge/protected-places.ts";
import type { ProtectedPlaces } from "../../policy/protected/protected-paths.ts";
import { isOwn } from "../../resource/is-own.ts";
import { flowViewOf } from "../../session/session-flow.ts";
import { runWatchdog } from "../../watchdog/run-watchdog.ts";
import { finalText } from "./final-text.ts";
import { hearGuards } from "./hear-guards.ts";

type JudgingCall = SettlingCall &
  CallView<{
    reads: "id" | "name" | "tool" | "args" | "footprint" | "shared" | "replay";
    writes: "verdict" | "judged" | "flow" | "ownKey";
    session:
      | "manifest"
      | "mode"
      | "agentManifest"
      | "policies"
      | "variables"
      | "processReach"
      | "sandboxed"
      | "containing"
      | "judges"
      | "asksGated"
      | "narrowings"
      | "flow"
      | "isHeld"
      | "host"
      | "analyzer";
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
  addStaticOpinions(call, opinions);
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

function addStaticOpinions(call: JudgingCall, opinions: Opinion[]): void {
  const { session, tool, args, footprint } = call;
  if (!tool || !args || !footprint) {
    opinions.push({
      judge: "rules",
      action: "deny",
      hard: true,
      reason: "The call has no footprint.",
    });
    return;
  }
  judgeResources(
    {
      tool: tool.entry.tool,
      footprint,
      named: tool.entry.named,
      policies: session.policies,
      placeOf: (one) => (isOwn(one) ? tool.reach : session.processReach).placeOf(one),
      places: placesOf(session, footprint),
      sandboxed: session.sandboxed,
      lands: session.containing.processes,
      tracked: session.analyzer.tracked,
      linked: session.analyzer.linked,
    },
    opinions,
  );
  judgeNarrowings(
    session.narrowings.active(),
    { tool: tool.entry.tool, footprint, named: tool.entry.named },
    opinions,
  );
  judgeSwitches(
    {
      tool: tool.entry.tool,
      args,
      role: session.manifest.role,
      flags: session.judges.flags,
      consent: session.judges.consent,
    },
    opinions,
  );
  if (holdsFlow(session.policies, session.flow))
    judgeFlow(
      flowViewOf(session, {
        tool,
        args,
        footprint,
        keep: (flow) => {
          call.flow = flow;
        },
      }),
      opinions,
    );
  const { pin } = tool.entry;
  call.judged = pin?.now(call.name) ?? null;
  judgePin(pin, call.name, opinions);
}

/** Looks up what git's configuration names only for calls that write. */
function placesOf(session: JudgingCall["session"], { resources }: Footprint): ProtectedPlaces {
  const near = resources.flatMap((one) =>
    one.capability === "fs.write" ? [one.path, one.real] : [],
  );
  return near.length === 0 ? { roots: [] } : protectedPlaces(session, near);
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
  if (session.asksGated && tool.entry.gated && !opinions.some(isDecided))
    opinions.push({
      judge: "mode",
      action: "ask",
      hard: false,
      reason: `${tool.entry.tool.id} is gated: each new approval key is asked about.`,
    });
  const verdict = decide(opinions, {
    ungated: !tool.entry.gated,
    mode: session.mode.now(),
    onAllowlist: () => onAllowlist(call),
    containable: call.footprint !== null && isContainable(call.footprint, session.containing),
  });
  if (call.shared && dependsOnlyOnFootprint(call)) {
    call.shared.verdict = verdict;
    call.shared.mode = session.mode.now();
    call.shared.cleanVerdict = false;
  }
  return accept(call, verdict);
}

/** A rule's allowance decides for its author; what needed no rule is decided by nobody. */
function isDecided({ action, rule }: Opinion): boolean {
  return action !== "allow" || rule !== undefined;
}

function accept(call: JudgingCall, verdict: Verdict): StageOutcome {
  call.verdict = verdict;
  if (verdict.action !== "deny") return undefined;
  const { judge: decider } = winnerOf(verdict);
  const code = decider === "watchdog" ? "watchdog_denied" : "permission_denied";
  return settle(call, code, finalText(verdict));
}

/** True when no judge looks at anything else of a call, so that the verdict of one is the verdict of all with its footprint. */
function dependsOnlyOnFootprint({ session, tool }: JudgingCall): boolean {
  const { flags, stateMachine, guards, watchdog, consent } = session.judges;
  return (
    !tool?.entry.pin &&
    !flags &&
    !stateMachine &&
    !watchdog &&
    guards.length === 0 &&
    consent.dangerous.length === 0 &&
    session.mode.now() !== "allowlist" &&
    !narrows(session)
  );
}

function onAllowlist(call: JudgingCall): boolean {
  const { tool, args, footprint } = call;
  if (!tool || !args || !footprint) return false;
  const { allowedBy } = tool.entry;
  if (allowedBy === "nothing") return false;
  const keys = callKeys(tool.entry, args, { ...footprint, ownKey: call.ownKey });
  return matchesAllowlist(call.session.manifest.allowlist, {
    tool: allowedBy === "name" ? call.name : null,
    keys: (keys ?? []).map(({ key }) => key),
  });
}

function describeKeyFault(error: unknown): string {
  return isToolError(error) ? error.message : "The tool's approval key could not be derived.";
}
