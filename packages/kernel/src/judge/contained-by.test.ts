import type { Opinion, Resource, RuleScope } from "@toolplane/contract";
import { describe, expect, it } from "vitest";
import { type Containing, containedBy } from "./contained-by.ts";

const via = { origin: "direct", via: "argument" } as const;
const file = (access: "read" | "write", path: string, real = path): Resource => ({
  capability: `fs.${access}`,
  path,
  real,
  ...via,
});
const unit: Resource = {
  capability: "shell.run",
  unit: { argv: ["x"], cwd: "/ws", text: "x" },
  origin: "direct",
  via: "unit",
};
const host: Resource = { capability: "net.fetch", scheme: "https", host: "a", port: 443, ...via };
const named: Resource = { capability: "named", name: "tool:x", ...via };

const all: Containing = { processes: true, requests: true, outputs: true, roots: ["/ws", "/real"] };
const holds = (resources: readonly Resource[], containing = all) =>
  containedBy({ resources }, containing, []) === "contained";

describe("containedBy", () => {
  it("holds processes without a connection where a sandbox does", () => {
    expect(holds([unit, file("write", "/ws/a")])).toBe(true);
    expect(holds([unit, host])).toBe(false);
    expect(holds([unit], { ...all, processes: false })).toBe(false);
    expect(holds([unit, file("write", "/ws/a")], { ...all, processes: false })).toBe(false);
  });

  it("holds a process whose hosts rules open, and calls that allowed by a rule", () => {
    const opened = (scope: RuleScope, action: Opinion["action"] = "allow"): Opinion => ({
      judge: "rules",
      action,
      hard: false,
      reason: "",
      resource: 1,
      rule: { rule: { permission: "net.fetch", pattern: "a", action: "allow" }, source: { scope } },
    });
    const by = (...opinions: readonly Opinion[]) =>
      containedBy({ resources: [unit, host] }, all, opinions);
    expect(by(opened("project"))).toBe("rule");
    expect(by(opened("default"))).toBe(null);
    expect(by(opened("project", "ask"))).toBe(null);
    expect(by({ ...opened("project"), resource: 0 })).toBe(null);
    expect(containedBy({ resources: [unit, host, host] }, all, [opened("project")])).toBe(null);
    expect(containedBy({ resources: [named, host] }, all, [opened("project")])).toBe(null);
    // A rule about a host answers no push there.
    const argv = ["git", "push"];
    const send = { argv, cwd: "/ws", text: "git push", effect: "send" } as const;
    const push: Resource = { capability: "shell.run", unit: send, origin: "direct", via: "unit" };
    expect(containedBy({ resources: [push, host] }, all, [opened("project")])).toBe(null);
  });

  it("holds a process that is given outputs only where what it replaces there is kept", () => {
    const redirect: Resource = { ...file("write", "/ws/a"), via: "redirect" };
    expect(holds([unit, file("write", "/ws/a")], { ...all, outputs: false })).toBe(false);
    expect(holds([unit, redirect], { ...all, outputs: false })).toBe(true);
  });

  it("holds what doors write in the workspace, with a sandbox or without", () => {
    const doors = { ...all, processes: false };
    expect(holds([file("write", "/ws/a")], doors)).toBe(true);
    expect(holds([file("read", "/ws/a"), file("write", "/ws/b")], doors)).toBe(true);
    expect(holds([file("write", "/ws/a", "/real/a")], doors)).toBe(true);
    expect(holds([file("write", "/ws/a")], { ...doors, roots: [] })).toBe(false);
  });

  it("holds no write where the workspace is the whole machine", () => {
    expect(holds([file("write", "/etc/x")], { ...all, processes: false, roots: ["/"] })).toBe(
      false,
    );
  });

  it("holds nothing that leaves the workspace by either name, nothing that only reads, and nothing unknown", () => {
    expect(holds([file("write", "/ws/link", "/etc/x")])).toBe(false);
    expect(holds([file("write", "/wsx/a")])).toBe(false);
    expect(holds([file("write", "/ws/a"), file("read", "/etc/x")])).toBe(false);
    expect(holds([file("read", "/ws/a")])).toBe(false);
    expect(holds([file("write", "/ws/a"), named])).toBe(false);
    expect(holds([file("write", "/ws/a"), host])).toBe(false);
    expect(holds([named])).toBe(false);
    expect(holds([])).toBe(false);
  });
});
