import type { RequirementSet, Target, Variables } from "@toolplane/contract";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compileReach } from "../policy/reach/reach.ts";
import { effectiveRequires, manifestScopes } from "./effective-requires.ts";

const variables: Variables = {
  workspace: ["/ws"],
  "ad-hoc": [],
  "user-data": ["/data"],
  scratch: ["/data/scratch"],
};

const part = <T>(...items: readonly T[]) => fc.subarray([...items]);
const sets: fc.Arbitrary<RequirementSet> = fc.record({
  fs: fc.record({
    read: part("**", "src/**", "{scratch}/**", "/etc/hosts"),
    write: part("src/**", "{workspace}/build/**"),
  }),
  net: fc.record({ hosts: part("*", "a.test", "*.b.test:*") }),
  shell: part({ cmd: "*" }, { cmd: "git" }, { cmd: "npm", args: ["test"] }),
  env: part("HOME", "TOKEN"),
  capabilities: part("journal", "mcp:a/*", "mcp:b/c"),
});

const file = (capability: "fs.read" | "fs.write", path: string): Target => ({
  capability,
  path,
  real: path,
});
const host = (name: string, port = 443): Target => ({
  capability: "net.fetch",
  scheme: "https",
  host: name,
  port,
});
const run = (...argv: readonly string[]): Target => ({
  capability: "shell.run",
  unit: { argv, cwd: "/ws", text: argv.join(" ") },
});
const TARGETS: readonly Target[] = [
  ...[
    "/ws/src/a",
    "/ws/build/x",
    "/ws/b",
    "/data/scratch/t",
    "/data/key",
    "/etc/hosts",
    "/etc/x",
  ].flatMap((path) => [file("fs.read", path), file("fs.write", path)]),
  ...[host("a.test"), host("x.b.test", 8443), host("c.test"), host("c.test", 81)],
  ...[run("git", "log"), run("npm", "test"), run("npm", "run"), run("ls")],
  ...["HOME", "TOKEN", "REST"].map((name): Target => ({ capability: "env", name })),
  ...["mcp:a/x", "mcp:b/c", "mcp:b/d"].map((name): Target => ({ capability: "named", name })),
];

describe("the union of all requirements", () => {
  it("the union of requirements holds everything that any tool or process of the agent can reach [R173]", () => {
    let held = 0;
    fc.assert(
      fc.property(
        fc.array(sets, { maxLength: 4 }),
        fc.option(sets, { nil: undefined }),
        fc.array(sets, { maxLength: 1 }),
        (tools, requires, ceiling) => {
          const manifest = requires === undefined ? undefined : { id: "a", requires };
          const union = compileReach([effectiveRequires(manifest, tools)], variables);
          const reaches = [...tools, manifestScopes(manifest)].map((own) =>
            compileReach([own, ...ceiling], variables),
          );
          for (const target of TARGETS) {
            if (!reaches.some((reach) => reach.contains(target))) continue;
            held += 1;
            expect(union.contains(target)).toBe(true);
          }
        },
      ),
    );
    expect(held).toBeGreaterThan(100);
  });
});
