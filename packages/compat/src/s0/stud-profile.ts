/**
 * The document of stud-cli. Every gated tool runs the approval stack in mode `ask`, reads too, held or not: no rule of ours
 * answers for it. What is ungated there (`read`, `sleep`, `tool-search`) is ungated in its tools.
 */
import type { Profile } from "../profiles/profile.ts";

export const studProfile: Profile = Object.freeze({
  name: "stud",
  document: "stud-cli: Tools, contract 1.0.0",
  preset: "bundled",
  kernel: {
    defaultPolicy: [],
    contained: false,
    asksGated: true,
    approvalsBy: "key",
    guardOrder: "after-mode",
    declaredEnv: "with-call",
    marks: "all",
    projectApprovals: false,
  },
  session: { mode: "ask", strategy: "parallel" },
  sources: { names: "tool" },
  agent: {},
} satisfies Profile);
