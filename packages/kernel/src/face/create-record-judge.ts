/**
 * Judges recorded footprints as the kernel does, for `whatIf` and `suggestRules`: rules, floors, what was not
 * understood, and what the session had seen by then, with another policy and everything else as it is now. Judges that
 * look at the moment (guards, watchdog, state machine) are left out, because they have no answer about the past.
 */
import {
  type BoundName,
  type CallFlow,
  type FlowFacts,
  type Opinion,
  ToolError,
  type Verdict,
} from "@toolplane/contract";
import { createFlowState, type FlowState } from "../flow/flow-state.ts";
import { holdsFlow, judgeFlow } from "../flow/judge-flow.ts";
import { containedBy } from "../judge/contained-by.ts";
import { decide } from "../judge/decide.ts";
import { judgeResources } from "../judge/judge-resources.ts";
import type { Policy } from "../policy/compile-policy.ts";
import type { JudgeableCall, RecordJudge } from "../record/suggest/what-if.ts";
import { isOwn } from "../resource/is-own.ts";
import { flowViewOf } from "../session/session-flow.ts";
import type { SessionState } from "../session/session-state.ts";
import type { SessionTool } from "../session/session-tool.ts";
import { openSessionState } from "./open-session-state.ts";
import type { SessionOptions } from "./options/kernel-options.ts";
import type { Shared } from "./options/shared.ts";

/** Makes the judge, with the mode and the sandbox that the session would have. */
export function createRecordJudge(shared: Shared, session: SessionOptions): RecordJudge<Policy> {
  const state = openSessionState(shared, session);
  const { sandboxed, containing, manifest } = state;
  const { linked: _, ...analyzer } = state.analyzer;
  const past = createPastFlow(state);
  const find = (name: string): SessionTool => {
    const found = state.tools(name);
    if (!found) throw new ToolError("unknown_tool", `Tool not found: ${name}`);
    return found;
  };
  const judge = (call: JudgeableCall, policy: Policy): Verdict => {
    const { footprint } = call;
    const found = find(call.tool);
    const { tool, named, gated } = found.entry;
    const opinions: Opinion[] = [];
    judgeResources(
      {
        tool,
        footprint,
        named,
        sandboxed,
        mode: manifest.mode,
        lands: containing.processes,
        readsRequests: containing.requests,
        policies: { base: policy, restrictions: [] },
        placeOf: (one) => (isOwn(one) ? found.reach : state.processReach).placeOf(one),
        variables: state.variables,
        analyzer,
        places: { roots: state.variables.workspace ?? [] },
      },
      opinions,
    );
    past.judge(call, { found, policy }, opinions);
    return decide(opinions, {
      ungated: !gated,
      mode: manifest.mode,
      onAllowlist: () => false,
      containedBy: containedBy(footprint, containing, opinions),
    });
  };
  return Object.assign(judge, {
    placesOf: (call: JudgeableCall) => past.flowOf(call, find(call.tool)).destinations,
  });
}

interface PastFlow {
  judge(
    call: JudgeableCall,
    by: { readonly found: SessionTool; readonly policy: Policy },
    opinions: Opinion[],
  ): void;
  flowOf(call: JudgeableCall, found: SessionTool): CallFlow;
}

/** By what had been seen and said by then; what a remote's name meant is what it meant when the person spoke last. */
function createPastFlow(state: SessionState): PastFlow {
  const { sandboxed, isHeld, analyzer } = state;
  const moments = new WeakMap<
    FlowFacts,
    { readonly flow: FlowState; readonly names: readonly BoundName[] }
  >();
  const momentOf = (facts: FlowFacts) => {
    const known = moments.get(facts);
    if (known) return known;
    const flow = createFlowState();
    flow.restore(facts);
    const said = facts.notes.findLast((note) => note.kind === "said");
    const moment = { flow, names: said?.kind === "said" ? said.names : [] };
    moments.set(facts, moment);
    return moment;
  };
  return {
    judge({ past, arguments: given, footprint }, { found, policy }, opinions) {
      if (past === undefined) return;
      const { flow, names } = momentOf(past);
      const policies = { base: policy, restrictions: [] };
      if (!holdsFlow(policies, flow)) return;
      const then = { ...analyzer, remotes: () => names };
      const session = { policies, flow, sandboxed, isHeld, analyzer: then };
      judgeFlow(flowViewOf(session, { tool: found, args: given ?? {}, footprint }), opinions);
    },
    flowOf: ({ arguments: given, footprint }, tool) =>
      flowViewOf(state, { tool, args: given ?? {}, footprint }).callFlow(),
  };
}
