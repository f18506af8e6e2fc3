import { listTool } from "@toolplane/tools";
import { told } from "@toolplane/tools/fixtures";
import { describe, expect, it } from "vitest";
import { openProduct } from "../host/product/fixture.ts";

const files = {
  "README.md": "x".repeat(1_500),
  "src/a.ts": "abc",
  "src/deep/b.ts": "b",
  "src/deep/er/c.ts": "c",
  "node_modules/x/index.js": "",
  ".git/config": "",
};

describe("the tool list on this machine", () => {
  it("shows the same tree", async () => {
    const { call } = await openProduct({ tools: [listTool], files });
    expect(told(await call("list", { path: "src", depth: 3 }))).toBe(
      "a.ts  3 B\ndeep/\n  b.ts  1 B\n  er/\n    c.ts  1 B",
    );
  });
});
