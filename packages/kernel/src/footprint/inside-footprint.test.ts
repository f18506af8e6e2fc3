import type { Access, Resource } from "@toolplane/contract";
import { describe, expect, it } from "vitest";
import { insideFootprint, namesExactly } from "./inside-footprint.ts";

const direct = { origin: "direct", via: "argument" } as const;
const file = (path: string, real = path): Access => ({ capability: "fs.read", path, real });
const tree: Resource = {
  capability: "fs.read",
  path: "/ws/src",
  real: "/ws/src",
  tree: true,
  ...direct,
};

describe("insideFootprint", () => {
  it("holds a file of a predicted tree, at segment borders only", () => {
    const footprint = { resources: [tree] };
    expect(insideFootprint(footprint, file("/ws/src/a.ts"))).toBe(true);
    expect(insideFootprint(footprint, file("/ws/src"))).toBe(true);
    expect(insideFootprint(footprint, file("/ws/src-evil/a.ts"))).toBe(false);
    expect(
      insideFootprint(footprint, { ...file("/ws/src/a.ts"), capability: "fs.write" } as Access),
    ).toBe(false);
  });

  it("does not hold a link in the tree that leads out of it", () => {
    expect(insideFootprint({ resources: [tree] }, file("/ws/src/link", "/etc/passwd"))).toBe(false);
  });

  it("does not take a file for the tree below it", () => {
    const single: Resource = { capability: "fs.read", path: "/ws/src", real: "/ws/src", ...direct };
    expect(
      insideFootprint({ resources: [single] }, { ...file("/ws/src"), tree: true } as Access),
    ).toBe(false);
  });

  it("compares hosts with scheme and port, commands with words, place and variables", () => {
    const host: Resource = {
      capability: "net.fetch",
      scheme: "https",
      host: "a.test",
      port: 443,
      ...direct,
    };
    const unit = { argv: ["git", "status"], cwd: "/ws", text: "git status" };
    const command: Resource = { capability: "shell.run", unit, origin: "direct", via: "unit" };
    const footprint = { resources: [host, command] };
    expect(
      insideFootprint(footprint, {
        capability: "net.fetch",
        scheme: "https",
        host: "a.test",
        port: 443,
      }),
    ).toBe(true);
    expect(
      insideFootprint(footprint, {
        capability: "net.fetch",
        scheme: "http",
        host: "a.test",
        port: 443,
      }),
    ).toBe(false);
    expect(
      insideFootprint(footprint, {
        capability: "shell.run",
        unit: { ...unit, text: "other text" },
      }),
    ).toBe(true);
    expect(
      insideFootprint(footprint, { capability: "shell.run", unit: { ...unit, cwd: "/" } }),
    ).toBe(false);
  });
});

describe("namesExactly", () => {
  it("does not let an approved tree stand for a file in it", () => {
    expect(namesExactly([tree], file("/ws/src/a.ts"))).toBe(false);
    expect(namesExactly([tree], file("/ws/src"))).toBe(true);
  });
});
