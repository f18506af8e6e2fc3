/** Mistakes at the file door of the real host: what is asked, when, and whether what is changed is what was asked about. */
import type { Area } from "../fault.ts";

const WRITE = ["test/host/files/write.attack.test.ts"];
const READ = ["test/host/files/read.attack.test.ts"];

export const FILES_FAULTS: Area = {
  name: "files",
  in: "packages/disk/src/files",
  tests: [
    ["packages/disk/src/files"],
    [
      "test/host/files/write.attack.test.ts",
      "test/host/files/read.attack.test.ts",
      "test/host/files/journal.test.ts",
      "test/host/files/road.test.ts",
    ],
  ],
  faults: [
    {
      name: "an-ignore-file-that-a-call-wrote-exempts",
      in: "packages/disk/src/search/hidden",
      anchor: "return notes.includes(ANY) || notes.includes(lookOf(file));",
      replacement: "return notes.includes(ANY);",
      tests: ["packages/disk/src/search/hidden"],
    },
    {
      name: "an-edit-without-its-indentation-lands-at-the-margin",
      in: "packages/tools/src/edit",
      anchor: "if (exact.length === 1) refuseUnindented(",
      replacement: "if (exact.length === 0) refuseUnindented(",
      tests: ["packages/tools/src/edit"],
    },
    {
      name: "new-lines-that-lost-their-indentation-are-taken-as-written",
      in: "packages/tools/src/edit",
      anchor: 'if (!isKept || indent === "") return false;',
      replacement: 'if (isKept && indent === "") return true;',
      tests: ["packages/tools/src/edit"],
    },
    {
      name: "line-ends-of-another-kind-hide-a-lost-indentation",
      in: "packages/tools/src/edit",
      anchor: "return doubtIndentation(subject.text, {",
      replacement: 'return doubtIndentation("", {',
      tests: ["packages/tools/src/edit/doubt-indentation.test.ts"],
    },
    {
      name: "a-read-skips-its-gate",
      anchor: 'gate.enter({ capability: "fs.read", path, real, ...how });',
      replacement: "void how; void real;",
      tests: READ,
    },
    {
      name: "a-missing-file-is-told-before-the-gate-is-asked",
      anchor: "return { handle: null, fault: systemFault(error, text) };",
      replacement: "throw systemFault(error, text);",
      tests: READ,
    },
    {
      name: "what-came-into-a-tree-meanwhile-is-not-asked-about",
      anchor: "gate.enter(target); if (kind",
      replacement: "if (kind",
      tests: WRITE,
    },
    {
      name: "a-change-is-settled-before-the-journal-has-it",
      anchor: "const value = await finish(steps); for (const step of steps) step.settle();",
      replacement: "for (const step of steps) step.settle(); const value = await finish(steps);",
    },
    {
      name: "a-link-at-the-end-of-a-path-is-written-through",
      anchor: '(node?.kind !== "link" || last === "keep")',
      replacement: "true",
    },
    {
      name: "a-directory-that-stands-elsewhere-by-now-is-used",
      anchor: "parent.real === posixPath.parent(at.real) &&",
      replacement: "",
    },
    {
      name: "a-name-that-leads-elsewhere-by-now-is-used",
      anchor: "(node === null || node.real === at.real) &&",
      replacement: "",
    },
    {
      name: "a-directory-swapped-in-while-others-are-made-is-entered",
      anchor: 'if (next?.kind !== "directory" || next.real !== posixPath.join(at.real, name))',
      replacement: "if (next === null)",
    },
  ],
};
