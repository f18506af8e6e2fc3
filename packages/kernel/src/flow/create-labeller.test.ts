import { PRIVATE_FILES } from "@toolplane/readings";
import { describe, expect, it } from "vitest";
import { compilePolicy } from "../policy/compile-policy.ts";
import { createLabeller } from "./create-labeller.ts";

const variables = { workspace: ["/ws"], "ad-hoc": [], "user-data": [], scratch: [] };

function labellerOf(...patterns: readonly string[]) {
  const rules = patterns.map((pattern) => ({ label: "private", permission: "fs.read", pattern }));
  const base = compilePolicy({ layers: [{ scope: "default", rules }], variables });
  return createLabeller({ base, restrictions: [] }, { analyzer: {}, brought: null });
}

describe("createLabeller", () => {
  it.each([
    ["**/.env", "/ws/a/.env"],
    ["**/.ENV", "/ws/a/.env"],
    ["**/.ssh/*", "/ws/.ssh/id"],
    ["**/.gnupg/**", "/ws/home/.gnupg/a/b"],
    ["**/secrets.{json,toml}", "/ws/x/secrets.toml"],
    ["**/{.ssh/id,keys/*}", "/ws/keys/one"],
    ["**/{a,b}/c", "/ws/b/c"],
    ["**/x{1,2}y*z", "/ws/x2yyz"],
    ["**/id_?sa", "/ws/id_rsa"],
    ["{workspace}/private/**", "/ws/private/deep/a"],
    ["/ws/*/service-*.json", "/ws/a/service-account.json"],
    ["secrets/*", "/ws/secrets/key"],
    ["**/[.]env", "/ws/[.]env"],
  ])("the pattern %s labels the file %s, and no other", (pattern, path) => {
    const labeller = labellerOf(pattern);
    const file = (at: string) => ({ capability: "fs.read", path: at, real: at }) as const;
    expect(labeller.mayMean(path)).toBe(true);
    expect(labeller.labelsOf(file(path), { id: "" })).toEqual([{ label: "private", source: path }]);
    expect(labeller.labelsOf(file("/ws/src/main.ts"), { id: "" })).toEqual([]);
    // A link counts by the name that it has, too.
    const link = { capability: "fs.read", path, real: "/ws/src/main.ts" } as const;
    expect(labeller.labelsOf(link, { id: "" })).toHaveLength(1);
  });

  it("rules ordinary files out by their paths alone, with the default list", () => {
    const labeller = labellerOf(...PRIVATE_FILES);
    for (const path of ["/ws/src/main.ts", "/ws/f1", "/ws/docs/a.json", "/ws/config"])
      expect([labeller.mayMean(path), path]).toEqual([false, path]);
  });
});
