/** Mistakes at the file door of the real host: what is asked, when, and whether what is changed is what was asked about. */
import type { Area } from "../fault.ts";

const WRITE = ["test/host/files/write.attack.test.ts"];
const READ = ["test/host/files/read.attack.test.ts"];
const JOURNAL = ["test/host/files/journal.test.ts"];

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
      name: "a-read-skips-its-gate",
      anchor:
        'gate.enter({ capability: "fs.read", path, real, ...(whole ? { tree: true } : {}) });',
      replacement: "void whole; void real;",
      tests: READ,
    },
    {
      name: "a-read-is-asked-about-by-its-name-only",
      anchor: 'gate.enter({ capability: "fs.read", path, real, ',
      replacement: 'gate.enter({ capability: "fs.read", path, real: real === "" ? real : path, ',
      tests: READ,
    },
    {
      name: "a-missing-file-is-told-before-the-gate-is-asked",
      anchor: "return { handle: null, fault: systemFault(error, text) };",
      replacement: "throw systemFault(error, text);",
      tests: READ,
    },
    {
      name: "a-write-skips-its-gate",
      anchor: "gate.enter(writeTarget(spot)); const before",
      replacement: "const before",
      tests: WRITE,
    },
    {
      name: "a-new-directory-skips-its-gate",
      anchor: "gate.enter(writeTarget(spot)); if (spot.node?.kind",
      replacement: "if (spot.node?.kind",
      tests: WRITE,
    },
    {
      name: "a-removal-skips-its-gate",
      anchor: 'await enterTree(machine, gate, { spot, capabilities: ["fs.write"] });',
      replacement: "",
      tests: WRITE,
    },
    {
      name: "a-rename-does-not-ask-to-read",
      anchor: 'const capabilities = ["fs.read", "fs.write"] as const;',
      replacement: 'const capabilities = ["fs.write"] as const;',
      tests: WRITE,
    },
    {
      name: "a-rename-does-not-ask-about-its-goal",
      anchor: "gate.enter(target); for (const relative of below)",
      replacement: "for (const relative of below)",
      tests: WRITE,
    },
    {
      name: "a-rename-does-not-ask-about-what-arrives-below-its-goal",
      anchor:
        "for (const relative of below) gate.enter(memberTarget(target, relative)); requireMovable",
      replacement: "requireMovable",
      tests: WRITE,
    },
    {
      name: "what-lies-below-a-tree-is-not-asked-about",
      anchor:
        "for (const relative of below) gate.enter(memberTarget(target, relative)); } return below;",
      replacement: "} return below;",
      tests: WRITE,
    },
    {
      name: "what-came-into-a-tree-meanwhile-is-not-asked-about",
      anchor: "gate.enter(target); if (kind",
      replacement: "if (kind",
      tests: WRITE,
    },
    {
      name: "a-refusal-of-the-gate-is-not-heard",
      anchor: "if (!decision.allowed) throw refusal(decision);",
      replacement: "if (!decision) throw refusal(decision);",
      tests: WRITE,
    },
    {
      name: "a-listing-shows-what-the-gate-refuses",
      anchor: "return gate.check(target).allowed;",
      replacement: "return gate.check(target) !== undefined;",
      tests: READ,
    },
    {
      name: "a-call-that-is-over-goes-on-touching-files",
      anchor: 'if (signal.aborted) throw new ToolError("cancelled"',
      replacement: 'if (!signal) throw new ToolError("cancelled"',
    },
    {
      name: "a-file-changed-meanwhile-is-overwritten",
      anchor: "job.goOn(); requireUnchanged(spot, parent);",
      replacement: "job.goOn();",
    },
    {
      name: "a-call-that-was-stopped-still-takes-the-name",
      anchor: "job.goOn(); requireUnchanged(spot, parent);",
      replacement: "requireUnchanged(spot, parent);",
    },
    {
      name: "a-directory-that-was-moved-away-is-written-into",
      anchor: "if (!same || !parent.holds())",
      replacement: "if (!same)",
    },
    {
      name: "a-file-with-other-content-counts-as-unchanged",
      anchor: "return node.stat.mtimeNs === found.mtimeNs && node.stat.size === found.size;",
      replacement: "return node.stat.size >= 0n && found.size >= 0n;",
    },
    {
      name: "a-new-file-may-set-its-user-id",
      anchor: "?? NEW_FILE_MODE & ~process.umask()) & MODE_BITS",
      replacement: "?? NEW_FILE_MODE & ~process.umask())",
      tests: WRITE,
    },
    {
      name: "a-temporary-file-can-be-read-by-others",
      anchor: "O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600",
      replacement: "O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o666",
    },
    {
      name: "the-mode-of-a-file-is-lost",
      anchor: "content.mode ?? old ?? NEW_FILE_MODE",
      replacement: "content.mode ?? NEW_FILE_MODE",
    },
    {
      name: "a-name-that-was-taken-meanwhile-is-replaced",
      anchor: "takeFreeName(from, to); return",
      replacement: "renameSync(from, to); return",
    },
    {
      name: "what-stood-there-is-not-kept-until-the-change-is-settled",
      anchor: "const kept = keepAside(to, aside);",
      replacement: "const kept = true;",
    },
    {
      name: "a-change-that-failed-is-not-taken-back",
      anchor: "throw takeAllBack(steps, error);",
      replacement: "throw error;",
    },
    {
      name: "a-change-is-taken-back-oldest-first",
      anchor: "for (const step of steps.toReversed()) {",
      replacement: "for (const step of steps) {",
    },
    {
      name: "a-change-is-settled-before-the-journal-has-it",
      anchor: "const value = await finish(steps); for (const step of steps) step.settle();",
      replacement: "for (const step of steps) step.settle(); const value = await finish(steps);",
    },
    {
      name: "what-could-not-be-taken-back-is-not-told",
      anchor: "if (stuck.length === 0) return error;",
      replacement: "if (stuck.length >= 0) return error;",
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
      name: "the-root-of-all-files-can-be-changed",
      anchor: 'if (real === "/") throw',
      replacement: 'if (real === "") throw',
    },
    {
      name: "a-directory-swapped-in-while-others-are-made-is-entered",
      anchor: 'if (next?.kind !== "directory" || next.real !== posixPath.join(at.real, name))',
      replacement: "if (next === null)",
    },
    {
      name: "directories-made-for-a-failed-change-stay",
      anchor:
        "for (const { parent, name } of made.splice(0).reverse()) tryRemoveDirectory(parent.child(name));",
      replacement: "",
    },
    {
      name: "a-file-of-any-size-is-read-whole",
      anchor: "if (range === undefined && stat.size > maxBytes)",
      replacement: "if (range === undefined && stat.size < 0)",
    },
    {
      name: "a-range-of-any-size-is-read",
      anchor: "length: Math.min(length, maxBytes)",
      replacement: "length",
    },
    {
      name: "a-special-file-is-opened",
      anchor: 'if (handle.kind === "file") return; const what',
      replacement: 'if (handle.kind !== "directory") return; const what',
      tests: READ,
    },
    {
      name: "a-read-only-file-is-replaced",
      anchor: "if ((Number(node.stat.mode) & 0o222) === 0) throw refused();",
      replacement: "",
    },
    {
      name: "a-write-does-not-notice-that-the-file-is-another",
      anchor: "if (expect !== undefined && (before === null || contentAddress(before) !== expect))",
      replacement: "if (expect !== undefined && before === null)",
    },
    {
      name: "a-write-that-must-create-replaces",
      anchor: 'if (create === "must" && before !== null)',
      replacement: 'if (create === "must" && before === undefined)',
    },
    {
      name: "a-write-that-must-replace-creates",
      anchor: 'if (create === "never" && before === null)',
      replacement: 'if (create === "never" && before === undefined)',
    },
    {
      name: "a-file-of-any-size-is-written",
      anchor: "if (bytes.length > machine.maxFileBytes)",
      replacement: "if (bytes.length < 0)",
    },
    {
      name: "the-old-mode-does-not-come-back-with-undo",
      anchor: "if (before === null || old === mode) return [{ path, before, after, mode }];",
      replacement: "if (before !== undefined) return [{ path, before, after, mode }];",
      tests: JOURNAL,
    },
    {
      name: "a-removal-does-not-notice-that-the-file-is-another",
      anchor:
        'if (expect !== undefined && (image.kind !== "file" || contentAddress(image.bytes) !== expect))',
      replacement: 'if (expect !== undefined && image.kind !== "file")',
    },
    {
      name: "a-directory-with-content-is-removed-without-being-told-to",
      anchor: "if (!recursive && spot.node !== null && readdirSync(spot.node.self).length > 0)",
      replacement: "if (!recursive && spot.node === null)",
    },
    {
      name: "a-directory-whose-images-failed-is-gone",
      anchor: "catch (error) { takeBack(); throw error; }",
      replacement: "catch (error) { throw error; }",
    },
    {
      name: "a-directory-is-moved-into-itself",
      anchor: "if (isWithin(to.real, from.real))",
      replacement: "if (isWithin(to.real, from.real) && from === to)",
    },
    {
      name: "a-rename-replaces-a-directory",
      anchor:
        'to.node?.kind === "directory" || (to.node !== null && from.node.kind === "directory")',
      replacement: 'to.node !== null && from.node.kind === "directory"',
    },
    {
      name: "what-came-into-a-moved-tree-stays-moved",
      anchor: "if (!same || entries.some(({ relative }) => !known.has(relative)))",
      replacement: "if (!same)",
    },
    {
      name: "something-else-was-moved-and-stays-moved",
      anchor: "if (handle === null || !sameThing(node.stat, handle.stat)) {",
      replacement: "if (handle === null) {",
    },
    {
      name: "the-journal-does-not-know-what-a-rename-replaced",
      anchor: "...(replaced === null ? [] :",
      replacement: "...(replaced !== null || replaced === null ? [] :",
    },
    {
      name: "a-tree-of-any-number-of-things-is-walked",
      anchor: "if (entries.length >= maxEntries)",
      replacement: "if (entries.length < 0)",
    },
    {
      name: "a-name-that-is-not-unicode-is-passed-over",
      anchor: 'if (handle === null && name.includes("\\uFFFD"))',
      replacement: "if (handle === null && name === null)",
    },
    {
      name: "a-lock-on-a-directory-does-not-hold-what-lies-below",
      anchor: "isWithin(other, one) || isWithin(one, other)",
      replacement: "one === other",
    },
    {
      name: "a-later-change-overtakes-an-earlier-one",
      anchor: "overlaps(claims.slice(0, index), waiting.paths)",
      replacement: "overlaps(claims.slice(0, 0), waiting.paths)",
    },
    {
      name: "a-lock-is-kept-by-a-change-that-failed",
      anchor: "try { return await work(); } finally { leave(claim); }",
      replacement: "const done = await work(); leave(claim); return done;",
    },
    {
      name: "an-edit-changes-every-line-ending",
      anchor: "withLineEndings(text, decode(before.subarray(0, SAMPLE_BYTES), encoding))",
      replacement: "text",
    },
    {
      name: "an-edit-loses-the-byte-order-mark",
      anchor: "const marked = text.startsWith(BOM) ? text : BOM + text;",
      replacement: "const marked = text;",
    },
  ],
};
