/**
 * S0: every gated tool runs the approval stack in mode `ask`; approvals are kept for the session, for the project only
 * when that is switched on. Its `read`, `sleep` and `tool-search` are ungated, which is an allowance of the weakest
 * scope: any rule that matches the same thing silences it, and reach bounds it.
 */
import type { Profile } from "../profiles/profile.ts";

const UNGATED: readonly string[] = ["read", "sleep", "tool_search", "tool-search"];

export const s0Profile: Profile = Object.freeze({
  name: "s0",
  kernel: {
    policy: [
      {
        scope: "default",
        rules: UNGATED.map((permission) => ({ permission, pattern: "**", action: "allow" })),
      },
    ],
    projectApprovals: false,
    // Its chain runs on every gated call, held or not.
    contained: false,
  },
  session: { mode: "ask", strategy: "parallel" },
} satisfies Profile);
