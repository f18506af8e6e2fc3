/** Mistakes in what a process may reach: a mask that is missing, an exception too many, an approval that opens more than it says. */
import type { Area } from "../fault.ts";

export const CONFINEMENT_FAULTS: Area = {
  name: "confinement",
  in: "packages/kernel/src/confinement",
  tests: [
    ["packages/kernel/src/confinement/compute-confinement.test.ts"],
    [
      "packages/kernel/src/confinement/confinement.property.test.ts",
      "packages/kernel/src/runtime/landing/landing.property.test.ts",
      "test/road/landing.test.ts",
    ],
  ],
  faults: [
    {
      name: "a-new-mask-takes-nothing-away",
      anchor: "if (holding.unconfined || meetsFiles(held, mask, { ...holding, shown }))",
      replacement: "if (holding.unconfined && meetsFiles(held, mask, { ...holding, shown }))",
      tests: ["packages/kernel/src/confinement/permits-less.test.ts"],
    },
    {
      name: "a-final-deny-has-exceptions",
      anchor: 'if (rule.scope === "manifest" && rule.action === "deny") return [];',
      replacement: "",
    },
    {
      name: "user-data-is-open-for-writing",
      anchor: "...protectedMasks(policy, input), ...closed,",
      replacement: "...protectedMasks(policy, input),",
    },
    {
      name: "a-contained-call-has-the-network",
      anchor: "masks: contained ? [...hostMasks(policy), unopened] : hostMasks(policy),",
      replacement: "masks: hostMasks(policy),",
    },
    {
      name: "an-approval-opens-a-deny",
      anchor: 'return holding.every((mask) => mask.action === "ask") && isOpened();',
      replacement: "return holding.length > 0 && isOpened();",
    },
  ],
};
