/** Mistakes by which what a session has seen is forgotten, or decides less than it should. */
import type { Area } from "../fault.ts";

const RULES = ["test/flow/kernel/flow-rules.test.ts"];

export const FLOW_FAULTS: Area = {
  name: "flow",
  in: "packages/kernel/src/flow",
  tests: [["packages/kernel/src/face"], ["test/flow"]],
  faults: [
    {
      name: "what-is-denied-for-some-places-is-open-where-the-place-is-unknown",
      anchor: 'if (place === null || value === null) return rule.action === "deny";',
      replacement: "if (place === null || value === null) return false;",
      tests: RULES,
    },
  ],
};
