import type { ShownChange } from "@toolplane/contract";
import { describe, expect, it } from "vitest";
import { changesBlock } from "./changes-block.ts";

const change = (path: string, diff = ""): ShownChange => ({
  path,
  kind: "changed",
  added: diff === "" ? 0 : 1,
  removed: 0,
  diff,
});
const textOf = (...given: Parameters<typeof changesBlock>): string => {
  const [block] = changesBlock(...given);
  return block?.type === "text" ? block.text : "";
};

describe("what a command changed, for an MCP client", () => {
  it("is names first and then the differences, for the person", () => {
    const diff = "--- a\n+++ a\n@@ -0,0 +1 @@\n+x\n";
    expect(
      changesBlock({ changes: [change("/w/a", diff), change("/w/b")], files: 2 }, null),
    ).toEqual([
      {
        type: "text",
        text: `/w/a  +1 -0\n/w/b  changed\n\n${diff.trimEnd()}`,
        annotations: { audience: ["user"] },
      },
    ]);
    expect(changesBlock({ changes: [], files: 0 }, null)).toEqual([]);
  });

  it("has a bound for both, whatever was changed", () => {
    const changes = Array.from({ length: 100 }, (_, at) => change(`/w/${at}`, "+x\n".repeat(900)));
    const text = textOf({ changes, files: 50_000 }, null);
    expect(text).toContain("/w/19  ");
    expect(text).not.toContain("/w/20  ");
    expect(text).toContain("and 49,980 more files");
    expect(text).toContain("toolplane show has the rest");
    expect(text.length).toBeLessThan(3_000);
  });

  it("is fenced when the result is from outside", () => {
    const fence = { nonce: "n1", source: "web" };
    expect(textOf({ changes: [change("/w/a")], files: 1 }, fence)).toMatch(
      /n1[\s\S]*\/w\/a[\s\S]*n1/,
    );
  });
});
