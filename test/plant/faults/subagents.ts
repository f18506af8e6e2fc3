/** Mistakes in what a subagent may do and use up, and in whose words its own are. */
import type { Area } from "../fault.ts";

const AGENT = "packages/library/src/agent";
const FAMILY = ["test/agent/subagents.test.ts"];

export const SUBAGENTS_FAULTS: Area = {
  name: "subagents",
  in: "packages/agent/src",
  tests: [["packages/agent/src"], FAMILY, ["packages/cli/src/scenarios/subagents.test.ts"]],
  faults: [
    {
      name: "a-bound-above-does-not-hold-below",
      anchor: "above?.reached() ?? null,",
      replacement: "null,",
      tests: ["packages/agent/src/subagents"],
    },
    {
      name: "what-a-kind-denies-is-forgotten",
      in: AGENT,
      anchor: "const rules = [...deny, ...(request.rules ?? [])];",
      replacement: "const rules = deny.length > 1e9 ? deny : [...(request.rules ?? [])];",
      tests: FAMILY,
    },
  ],
};
