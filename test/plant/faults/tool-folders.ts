/** Mistakes in whose code runs, as what it was agreed to, and in what it reaches by itself. */
import type { Area } from "../fault.ts";

const TRUST = "packages/cli/src/scenarios/tool-trust.test.ts";

export const TOOL_FOLDERS_FAULTS: Area = {
  name: "tool-folders",
  in: "packages/host/src/tool-folders",
  tests: [["packages/host/src/tool-folders"], ["test/host/tool-folders"]],
  faults: [
    {
      name: "the-content-of-a-tool-is-no-part-of-its-digest",
      anchor: "hash.update(`${name}\\0${bytes.length}\\0`).update(bytes);",
      replacement: "hash.update(`${name}\\0${bytes.length}\\0`);",
      tests: [TRUST],
    },
    {
      name: "a-changed-tool-is-as-trusted-as-the-one-that-was-looked-at",
      in: "packages/library/src/product/tool-folders.ts",
      anchor: "Object.hasOwn(digests, path) && digests[path] === digest",
      replacement: "Object.hasOwn(digests, path) && digest !== null",
      tests: [TRUST],
    },
    {
      name: "trust-is-in-what-lies-there-when-the-answer-comes",
      in: "packages/library/src/product/open-tool-trust.ts",
      anchor: "trust.keep(digests, answer)",
      replacement:
        "trust.keep(Object.fromEntries(findUnits(place.folder).flatMap(({ unit }) => (unit ? [[unit.path, unit.digest]] : []))), answer)",
      tests: [TRUST],
    },
    {
      name: "revoking-trust-forgets-the-tools",
      in: "packages/cli/src/commands/trust",
      anchor:
        'const removedTools = removeContentTrust({ kind: "tools", userData, workspace: path });',
      replacement: "const removedTools = false;",
      tests: [TRUST],
    },
    {
      name: "copies-of-a-running-process-are-removed",
      anchor: "if (owner === undefined || isProcessRunning(owner)) continue;",
      replacement: "if (owner === undefined) continue;",
    },
    {
      name: "a-tool-of-a-project-runs-untrusted",
      anchor: "if (isTrusted?.(unit) !== true)",
      replacement: "if (isTrusted === undefined)",
      tests: ["test/host/tool-folders/trust.test.ts"],
    },
    {
      name: "a-loaded-tool-outlives-the-trust-in-it",
      anchor: "before !== null && refusalOf(options, before.unit, place) !== null",
      replacement: "before !== null && options.folders.length === 0",
      tests: ["test/host/tool-folders/trust.test.ts"],
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
    {
      name: "a-worker-starts-without-the-permission-model",
      anchor: '"--permission",',
      replacement: "",
      tests: ["test/host/tool-folders/tool-folders.attack.test.ts"],
    },
  ],
};
