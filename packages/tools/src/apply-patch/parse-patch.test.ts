import { isToolError } from "@toolplane/contract";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parsePatch } from "./parse-patch.ts";

function faultOf(patch: string): string {
  try {
    parsePatch(patch);
  } catch (error) {
    if (isToolError(error) && error.code === "invalid_input") return error.message;
    throw error;
  }
  throw new TypeError("the patch was read");
}

const body = "@@ -1 +1 @@\n-a\n+b\n";
const created = "@@ -0,0 +1 @@\n+x\n";
const pathsOf = (patch: string) => parsePatch(patch).map(({ path }) => path);

describe("a unified diff", () => {
  it.each([
    ["with prefixes", `--- a/src/x.ts\n+++ b/src/x.ts\n${body}`, "src/x.ts"],
    ["without prefixes", `--- src/x.ts\n+++ src/x.ts\n${body}`, "src/x.ts"],
    [
      "with a timestamp",
      `--- a/x y.ts\t2026-01-01 00:00:00\n+++ b/x y.ts\t2026-01-01\n${body}`,
      "x y.ts",
    ],
    ["with one more folder a", `--- a/a/x.ts\n+++ b/a/x.ts\n${body}`, "a/x.ts"],
    ["with an octal name", `--- /dev/null\n+++ "b/docs/\\303\\274.md"\n${created}`, "docs/ü.md"],
    ["with an escaped quote", `--- "a/q\\"t.md"\n+++ "b/q\\"t.md"\n${body}`, 'q"t.md'],
    [
      "with spaces in git's names",
      `diff --git a/a b b/a b\n--- a/a b\t\n+++ b/a b\t\n${body}`,
      "a b",
    ],
    ["of an empty new file", "diff --git a/e b/e\nnew file mode 100644\nindex 000..e69\n", "e"],
    ["of a mode alone", "diff --git a/run b/run\nold mode 100644\nnew mode 100755\n", "run"],
    [
      "in a mail",
      `From: x\n---\n x | 2 +-\n 1 file changed\n\ndiff --git a/x b/x\n--- a/x\n+++ b/x\n${body}-- \n2.39.5\n`,
      "x",
    ],
    ["in a code fence", `\`\`\`diff\n--- a/x\n+++ b/x\n${body}\`\`\`\n`, "x"],
    ["sent with CRLF", `--- a/x\n+++ b/x\n${body}`.replaceAll("\n", "\r\n"), "x"],
  ])("is read %s", (_, patch, path) => {
    expect(pathsOf(patch)).toEqual([path]);
  });

  it("keeps removed lines that look like headers", () => {
    const patch = "--- a/x.sql\n+++ b/x.sql\n@@ -1,2 +1,2 @@\n--- old\n-++ x\n+-- new\n+-- y\n";
    expect(parsePatch(patch)).toHaveLength(1);
  });

  it.each([
    ["nothing", "", "it is empty"],
    ["no diff", "just words\n", "it changes no file"],
    ["a hunk without a file", body, "belongs to no hunk"],
    ["a header without a hunk", "--- a/x\n+++ b/x\n", "has no hunk"],
    ["too few lines", "--- a/x\n+++ b/x\n@@ -1,3 +1 @@\n-a\n+b\n", "fewer lines"],
    ["too many lines", "--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n+c\n", "belongs to no hunk"],
    ["counts that disagree", "--- a/x\n+++ b/x\n@@ -1,2 +1 @@\n-a\n+b\n+c\n", "other lines than"],
    ["huge numbers", "--- a/x\n+++ b/x\n@@ -99999999999999999999,1 +1,1 @@\n-a\n+b\n", "too large"],
    ["a broken hunk header", "--- a/x\n+++ b/x\n@@ -1 @@\n-a\n", "a hunk begins with"],
    ["a hunk of context", "--- a/x\n+++ b/x\n@@ -1 +1 @@\n a\n", "changes nothing"],
    ["two names", `--- a/x\n+++ b/y\n${body}`, "disagree"],
    ["git naming another file", `diff --git a/x b/x\n--- a/x\n+++ b/y\n${body}`, "disagree"],
    ["git naming another file twice", `diff --git a/y b/y\n--- a/x\n+++ b/x\n${body}`, "disagree"],
    ["a rename to elsewhere", `diff --git a/x b/y\nrename from x\nrename to z\n`, "disagree"],
    ["half a rename", "diff --git a/x b/y\nrename from x\n", "disagree"],
    [
      "a rename that is also a copy",
      "diff --git a/x b/y\nrename from x\nrename to y\ncopy from x\ncopy to y\n",
      "disagree",
    ],
    [
      "a new file that was there",
      `diff --git a/x b/x\nnew file mode 100644\n--- a/x\n+++ b/x\n${body}`,
      "disagree",
    ],
    [
      "a deleted file that stays",
      `diff --git a/x b/x\ndeleted file mode 100644\n--- a/x\n+++ b/x\n${body}`,
      "disagree",
    ],
    ["no file on both sides", `--- /dev/null\n+++ /dev/null\n${created}`, "/dev/null|disagree"],
    [
      "a link",
      `diff --git a/l b/l\nnew file mode 120000\n--- /dev/null\n+++ b/l\n${created}`,
      "mode 120000",
    ],
    ["a submodule", "diff --git a/s b/s\nindex 123..456 160000\n", "mode 160000"],
    ["a set-uid mode", "diff --git a/x b/x\nold mode 100644\nnew mode 104755\n", "mode 104755"],
    ["a mode given twice", "diff --git a/x b/x\nnew mode 100644\nnew mode 100755\n", "twice"],
    ["binary content", "diff --git a/x b/x\nindex 1..2 100644\nGIT binary patch\n", "binary"],
    ["two binary files", "diff --git a/x b/x\nBinary files a/x and b/x differ\n", "binary"],
    ["a badly quoted name", `--- "a/x\n+++ "b/x\n${body}`, "badly quoted"],
    ["a name that is no UTF-8", `--- "a/\\377"\n+++ "b/\\377"\n${body}`, "badly quoted"],
    ["an empty name", `--- a/\n+++ b/\n${body}`, "empty"],
    [
      "a new file with old lines",
      "--- /dev/null\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n",
      "added lines only",
    ],
    [
      "a line without a break inside",
      "--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n-a\n\\ No newline at end of file\n-b\n+c\n+d\n",
      "only the last line",
    ],
  ])("is refused with %s", (_, patch, words) => {
    expect(faultOf(patch)).toMatch(new RegExp(words));
  });
});

describe("the V4A text", () => {
  const wrap = (text: string) => `*** Begin Patch\n${text}*** End Patch\n`;
  const update = "*** Update File: a.ts\n@@\n-a\n+b\n";

  it.each([
    ["plain", wrap(update)],
    [
      "with spaces around markers",
      ` *** Begin Patch \n  *** Update File: a.ts\n@@\n-a\n+b\n *** End Patch \n`,
    ],
    ["in a here-document", `<<'EOF'\n${wrap(update)}EOF\n`],
    ["in a command", `apply_patch <<"PATCH"\n${wrap(update)}PATCH`],
    ["in a code fence", `\`\`\`\n${wrap(update)}\`\`\``],
    ["without @@", wrap("*** Update File: a.ts\n-a\n+b\n")],
    ["with line numbers after @@", wrap("*** Update File: a.ts\n@@ -1,1 +1,1 @@\n-a\n+b\n")],
    ["with CRLF", wrap(update).replaceAll("\n", "\r\n")],
  ])("is read %s", (_, patch) => {
    expect(parsePatch(patch)).toMatchObject([
      {
        kind: "update",
        path: "a.ts",
        body: { chunks: [{ anchors: [], lines: [{ text: "a" }, { text: "b" }] }] },
      },
    ]);
  });

  it("takes anchors inside one another", () => {
    const patch = wrap("*** Update File: a.ts\n@@ class A\n@@ f() {\n-a\n+b\n");
    expect(parsePatch(patch)).toMatchObject([
      { body: { chunks: [{ anchors: ["class A", "f() {"] }] } },
    ]);
  });

  it.each([
    ["no file", wrap(""), "changes no file"],
    ["no end", `*** Begin Patch\n${update}`, "last line must be"],
    ["an unknown header", wrap("*** Frobnicate File: a\n"), "expected \\*\\*\\* Add File"],
    ["an empty update", wrap("*** Update File: a\n"), "changes nothing"],
    ["an added file without +", wrap("*** Add File: a\nx\n"), "begins with \\+"],
    ["lines after a deletion", wrap("*** Delete File: a\n-x\n"), "expected \\*\\*\\*"],
    ["a line without a sign", wrap("*** Update File: a\n@@\nx\n"), "begins with a space"],
    ["an empty chunk", wrap("*** Update File: a\n@@\n-a\n@@\n"), "has no lines"],
    [
      "an end of file before its lines",
      wrap("*** Update File: a\n@@\n*** End of File\n"),
      "follows the lines",
    ],
    [
      "lines after the end of file",
      wrap("*** Update File: a\n@@\n-a\n*** End of File\n-b\n"),
      "expected @@",
    ],
  ])("is refused with %s", (_, patch, words) => {
    expect(faultOf(patch)).toMatch(new RegExp(words));
  });
});

it("reads or refuses every text, and never breaks", () => {
  const lines = [
    "*** Begin Patch",
    "*** End Patch",
    "*** Update File: a",
    "*** Add File: b",
    "@@",
    "@@ -1 +1 @@",
    "--- a/x",
    "+++ b/x",
    "diff --git a/x b/x",
    "rename from x",
    "new file mode 100644",
    "+a",
    "-a",
    " a",
    "",
    "\\ No newline",
    "<<EOF",
    "EOF",
  ];
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...lines), { maxLength: 12 }), (given) => {
      try {
        expect(parsePatch(given.join("\n")).length).toBeGreaterThan(0);
      } catch (error) {
        expect(isToolError(error) && error.code).toBe("invalid_input");
      }
    }),
    { numRuns: 2_000 },
  );
});
