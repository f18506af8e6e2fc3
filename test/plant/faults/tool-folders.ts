/** Mistakes in whose code runs, as what it was agreed to, and in what it reaches by itself. */
import type { Area } from "../fault.ts";

const TRUST = "packages/cli/src/scenarios/tool-trust.test.ts";

export const TOOL_FOLDERS_FAULTS: Area = {
  name: "tool-folders",
  in: "packages/host/src/tool-folders",
  tests: [["packages/host/src/tool-folders"], ["test/host/tool-folders"]],
  faults: [
    {
      name: "trust-is-in-what-lies-there-when-the-answer-comes",
      in: "packages/library/src/product/open-tool-trust.ts",
      anchor: "trust.keep(digests, answer)",
      replacement:
        "trust.keep(Object.fromEntries(findUnits(place.folder).flatMap(({ unit }) => (unit ? [[unit.path, unit.digest]] : []))), answer)",
      tests: [TRUST],
    },
    {
      name: "a-tool-of-a-project-runs-where-nothing-confines-it",
      anchor: "if (!confined && !unconfinedTools)",
      replacement: "if (!confined && unconfinedTools === null)",
      tests: ["test/host/tool-folders/trust.test.ts"],
    },
    {
      name: "a-worker-keeps-the-network",
      anchor: "closeNetwork();",
      replacement: "",
      tests: ["test/host/tool-folders/network.attack.test.ts"],
    },
  ],
};
