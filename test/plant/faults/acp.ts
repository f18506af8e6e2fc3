/** Mistakes in what an editor is told, asked and believed. */
import type { Area } from "../fault.ts";

export const ACP_FAULTS: Area = {
  name: "acp",
  in: "packages/acp/src",
  tests: [
    ["packages/acp/src"],
    ["test/acp/editor.test.ts", "test/acp/files.test.ts", "test/acp/malformed.attack.test.ts"],
  ],
  faults: [
    {
      name: "an-attachment-by-a-path-or-an-editor-s-own-scheme-is-no-file",
      in: "packages/cli/src/acp",
      anchor: "if (path !== null) return path;",
      replacement: "return path;",
      tests: ["test/acp/inputs.attack.test.ts"],
    },
    {
      name: "a-closed-question-is-a-yes",
      anchor:
        'if (outcome.outcome !== "selected") return none("the client closed the question unanswered");',
      replacement: 'if (outcome.outcome !== "selected") return { answer: { choice: "once" } };',
      tests: ["test/acp/editor.test.ts"],
    },
    {
      name: "an-option-that-was-not-offered-is-a-yes",
      anchor: 'return picked ?? none("the client answered with none of the options");',
      replacement: 'return picked ?? { answer: { choice: "once" } };',
    },
    {
      name: "a-denied-file-is-shown-to-the-model-when-attached",
      in: "packages/cli/src/acp",
      anchor: 'if (result.type === "output" || HARMLESS.has(result.code)) return null;',
      replacement: "return null;",
      tests: ["test/acp/files.test.ts"],
    },
  ],
};
