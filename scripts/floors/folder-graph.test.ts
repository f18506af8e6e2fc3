import { describe, expect, it } from "vitest";
import { findRings } from "./find-rings.ts";
import { folderGraph } from "./folder-graph.ts";

function ringsOf(files: Readonly<Record<string, readonly string[]>>) {
  return findRings(folderGraph(new Map(Object.entries(files))));
}

describe("folderGraph", () => {
  it("joins the imports of all files of a folder and leaves out those within it", () => {
    const graph = folderGraph(
      new Map([
        ["packages/a/src/x/one.ts", ["packages/a/src/x/two.ts", "packages/a/src/z/z.ts"]],
        ["packages/a/src/x/two.ts", ["packages/a/src/y/y.ts", "packages/a/src/z/z.ts"]],
      ]),
    );
    expect([...graph]).toEqual([["packages/a/src/x", ["packages/a/src/y", "packages/a/src/z"]]]);
  });

  it("finds a ring between folders whose files form none", () => {
    expect(
      ringsOf({
        "packages/a/src/cli/deep/x/one.ts": ["packages/a/src/cli/deep/y/one.ts"],
        "packages/a/src/cli/deep/y/one.ts": [],
        "packages/a/src/cli/deep/y/two.ts": ["packages/a/src/cli/deep/x/two.ts"],
        "packages/a/src/cli/deep/x/two.ts": [],
      }),
    ).toEqual([
      ["packages/a/src/cli/deep/x", "packages/a/src/cli/deep/y", "packages/a/src/cli/deep/x"],
    ]);
  });

  it("finds a ring between a folder and the one it lies in", () => {
    expect(
      ringsOf({
        "packages/a/src/cli/main.ts": ["packages/a/src/cli/run/run.ts"],
        "packages/a/src/cli/run/run.ts": ["packages/a/src/cli/shape.ts"],
        "packages/a/src/cli/shape.ts": [],
      }),
    ).toEqual([["packages/a/src/cli", "packages/a/src/cli/run", "packages/a/src/cli"]]);
  });

  it("tells the entry of a package from the files beside it", () => {
    expect(
      ringsOf({
        "packages/a/src/index.ts": ["packages/a/src/x/x.ts"],
        "packages/a/src/x/x.ts": ["packages/a/src/shape.ts"],
        "packages/a/src/shape.ts": [],
      }),
    ).toEqual([]);
  });
});
