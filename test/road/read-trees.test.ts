import type { Resource } from "@toolplane/contract";
import { noSandbox } from "@toolplane/contract/ports";
import { describe, expect, it } from "vitest";
import { allowAll, codeOf, openWorld } from "./fixture.ts";

const tree = (entries?: readonly string[]): Resource => ({
  capability: "fs.read",
  path: "/workspace/src",
  real: "/workspace/src",
  tree: true,
  origin: "derived",
  via: "operand",
  unitIndex: 0,
  ...(entries ? { entries: { paths: entries, complete: true } } : {}),
});

function grepWorld(options: {
  readonly sandbox: "none" | "memory";
  readonly entries?: readonly string[];
}) {
  return openWorld({
    rules: [allowAll, { permission: "fs.read", pattern: "**/.env", action: "deny" }],
    host: {
      ...(options.sandbox === "none" ? { sandbox: noSandbox("test") } : {}),
      commands: {
        "grep -r x src": {
          units: [{ argv: ["grep", "-r", "x", "src"], cwd: "/workspace", text: "grep -r x src" }],
          resources: [tree(options.entries)],
          opaque: [],
        },
      },
      programs: { grep: () => ({ exitCode: 0 }) },
    },
  });
}

describe("a tree that a command reads, part of which a rule closes", () => {
  it("is read around that part while a sandbox holds", async () => {
    const world = grepWorld({ sandbox: "memory", entries: ["/workspace/src/.env"] });
    expect(codeOf(await world.call("bash", { command: "grep -r x src" }))).toBe("output");
  });

  it.each([
    ["holds such a file", ["/workspace/src/a.ts", "/workspace/src/.env"]],
    ["is not known", undefined],
  ])("is asked about without a sandbox when it %s", async (_name, entries) => {
    const world = grepWorld({ sandbox: "none", ...(entries ? { entries } : {}) });
    const { verdict } = await world.session.explain({
      id: "1",
      name: "bash",
      arguments: { command: "grep -r x src" },
    });
    expect(verdict?.action).toBe("ask");
  });

  it("is read without a sandbox when it holds no such file", async () => {
    const world = grepWorld({ sandbox: "none", entries: ["/workspace/src/a.ts"] });
    expect(codeOf(await world.call("bash", { command: "grep -r x src" }))).toBe("output");
  });
});
