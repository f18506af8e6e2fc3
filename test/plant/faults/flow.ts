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
    {
      name: "another-name-of-a-private-file-is-another-file",
      anchor: "[path, ...otherNames(analyzer, path)].map((at) => ({ file, at, labels }))",
      replacement: "[path].map((at) => ({ file, at, labels }))",
      tests: ["test/flow/identity/hard-links.attack.test.ts"],
    },
    {
      name: "a-history-that-was-not-all-read-holds-nothing",
      anchor: "...(history?.complete === true ? [] : [UNKNOWN_HISTORY]),",
      replacement: "",
      tests: ["packages/kernel/src/flow/create-shown-files.test.ts"],
    },
    {
      name: "what-version-control-holds-is-nobodys",
      anchor: "return { files: [...files, ...held], unknown };",
      replacement: "return { files, unknown };",
      tests: ["test/flow/identity/history.attack.test.ts"],
    },
    {
      name: "what-a-call-wrote-of-a-private-file-is-forgotten",
      in: "packages/kernel/src/pipeline/settling",
      anchor: "const kept = call.replay ? undefined : keepWritten(call);",
      replacement: "const kept = call.replay ? keepWritten(call) : undefined;",
      tests: ["test/flow/identity/other-session.attack.test.ts"],
    },
    {
      name: "what-cannot-be-compared-with-a-private-file-is-nobodys",
      in: "packages/kernel/src/runtime/labels",
      anchor: "await keepAll(call, others, shown);",
      replacement: "await keepAll(call, [], shown);",
      tests: ["packages/kernel/src/runtime/labels"],
    },
    {
      name: "a-value-of-a-private-file-under-another-name-is-nobodys",
      in: "packages/kernel/src/runtime/labels",
      anchor: "await keepAll(call, await traces(others, privates), shown);",
      replacement: "await traces(others, privates);",
      tests: ["test/flow/identity/other-session.attack.test.ts"],
    },
  ],
};
