import type { Tool } from "@toolplane/contract";
import {
  createMemoryHost,
  describeToolConformance,
  type ToolConformanceOptions,
} from "@toolplane/testkit";
import { PRESETS } from "@toolplane/tools";
import { describe, it } from "vitest";

// The tools underneath have suites of their own; here it is the renaming that must not lose anything.
const files = { "a.py": "import os\nprint('one')\n", "src/b.py": "print('two')\n" };

type Case = Pick<
  ToolConformanceOptions,
  "valid" | "invalid" | "mayFailWith" | "mayTouchUnpredicted" | "kernel"
>;

const CASES: Readonly<Record<string, Case>> = {
  "minimal read_file": {
    valid: [{ path: "a.py", limit: 1 }],
    invalid: [{}, { path: "a", byte_offset: 1 }],
  },
  "minimal write_file": { valid: [{ path: "n.txt", content: "x" }], invalid: [{ path: "a" }] },
  "minimal edit_file": {
    valid: [{ path: "a.py", old_text: "one", new_text: "two" }],
    invalid: [{ path: "a.py", old_string: "a", new_string: "b" }],
  },
  "minimal list_files": { valid: [{}, { path: "src", pattern: "*.py" }], invalid: [{ depth: 2 }] },
  "minimal search": { valid: [{ pattern: "print" }], invalid: [{}, { pattern: "x", glob: "*" }] },
  "bundled read": { valid: [{ path: "src/b.py" }], invalid: [{}] },
  "bundled multi-edit": {
    valid: [{ file_path: "a.py", edits: [{ old_string: "one", new_string: "1" }] }],
    invalid: [{ path: "a.py", edits: [] }],
  },
  "bundled diff": {
    valid: [{ file_path: "a.py", other_file_path: "src/b.py" }],
    invalid: [{ path: "a.py" }],
  },
  "bundled ask-user": {
    valid: [{ question: "Which?", options: ["a", "b"] }],
    invalid: [{}, { question: "?", options: [{ label: "a" }] }],
  },
  "bundled sleep": {
    valid: [{ durationMs: 0 }, { durationMs: 300_000 }],
    invalid: [{ duration_ms: 1 }],
    mayFailWith: ["timeout"],
    kernel: { toolConfig: { sleep: { timeoutMs: 1_000 } } },
  },
  "managers file_manager": {
    valid: [
      { action: "read", path: "a.py" },
      { action: "write", path: "n/n.txt", content: "x" },
      { action: "append", path: "a.py", content: "x" },
      { action: "append", path: "n.txt", content: "x" },
      { action: "delete", path: "a.py" },
    ],
    invalid: [{}, { action: "move", path: "a.py" }, { action: "read" }],
  },
  "managers diff_editor": {
    valid: [
      {
        action: "apply",
        file_path: "b.py",
        project_root: "src",
        diff_content: "@@ -1 +1 @@\n-print('two')\n+print('2')\n",
      },
    ],
    invalid: [{ action: "apply" }, { action: "patch", file_path: "a.py" }],
  },
  "managers test_runner": {
    valid: [{ file_path: "a.py", project_root: "", timeout: 5, workspace: "main" }],
    invalid: [{ file_path: "a.py" }, { file_path: "a.py", project_root: "", runner: "jest" }],
    mayFailWith: ["failed", "permission_denied"],
    mayTouchUnpredicted: true,
  },
  "managers lsp_manager": {
    valid: [
      { action: "hover", file: "a.py", line: 0, character: 1 },
      { action: "diagnostics", file: "a.py" },
    ],
    invalid: [{}, { action: "rename", file: "a.py" }],
    mayTouchUnpredicted: true,
    kernel: {
      services: { languages: { ask: async () => ({ kind: "text", text: "a module" }) } },
    },
  },
  "managers code_search": { valid: [{ pattern: "print" }], invalid: [{}, { pattern: 1 }] },
};

for (const [name, one] of Object.entries(CASES)) {
  const [preset = "", id] = name.split(" ");
  const tool = PRESETS[preset as keyof typeof PRESETS].tools.find((each) => each.id === id) as Tool;
  describe(name, () => {
    describeToolConformance(
      { describe, it },
      { tool, host: () => createMemoryHost({ files }), patienceMs: 100, ...one },
    );
  });
}
