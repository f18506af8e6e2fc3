/**
 * The kernel's own judging of recorded footprints, for `whatIf` and `suggestRules`: rules, floors and what was not understood, with
 * another policy and everything else as it is now. Judges that look at the moment (guards, watchdog, state machine) are left out:
 * nobody asks them about the past.
 */
import { type Opinion, ToolError } from "@toolplane/contract";
import { decide } from "../judge/decide.ts";
import { isContainable } from "../judge/is-containable.ts";
import { judgeResources } from "../judge/judge-resources.ts";
import type { Policy } from "../policy/compile-policy.ts";
import type { RecordJudge } from "../record/what-if.ts";
import { isOwn } from "../resource/is-own.ts";
import type { SessionOptions } from "./kernel-options.ts";
import { openState } from "./open-state.ts";
import type { Shared } from "./shared.ts";

/** Makes the judge, with the mode and the sandbox that the session would have. */
export function createRecordJudge(shared: Shared, session: SessionOptions): RecordJudge<Policy> {
  const state = openState(shared, session);
  const { sandboxed, containing, manifest } = state;
  return ({ tool: name, footprint }, policy) => {
    const found = state.tools(name);
    if (!found) throw new ToolError("unknown_tool", `Tool not found: ${name}`);
    const { tool, named, gated } = found.entry;
    const opinions: Opinion[] = [];
    judgeResources(
      {
        ...{ tool, footprint, named, sandboxed },
        policies: { base: policy, restrictions: [] },
        placeOf: (one) => (isOwn(one) ? found.reach : state.processReach).placeOf(one),
        tracked: state.analyzer.tracked,
        places: { roots: state.variables.workspace ?? [] },
      },
      opinions,
    );
    return decide(opinions, {
      ungated: !gated,
      mode: manifest.mode,
      onAllowlist: () => false,
      containable: isContainable(footprint, containing),
    });
  };
}
