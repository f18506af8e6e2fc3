import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { holdMark } from "./life-marks.ts";
import { identityState, ownIdentity } from "./process-identity.ts";

describe("the identity of a process", () => {
  const own = ownIdentity();

  it("is that of a running one, and not of one with another start or id", () => {
    expect(identityState(own)).toBe("running");
    expect(identityState({ ...own, started: "another start" })).toBe("gone");
    expect(identityState({ ...own, pid: 2 ** 22 + 1 })).toBe("gone");
    expect(identityState({ ...own, pid: -1 })).toBe("gone");
  });

  it("says nothing of another machine or another container", () => {
    expect(identityState({ ...own, machine: "elsewhere.test" })).toBe("elsewhere");
    expect(identityState({ ...own, namespace: "1" })).toBe("elsewhere");
    expect(identityState({ ...own, namespace: "1", pid: 2 ** 22 + 1 })).toBe("elsewhere");
  });

  it("of another container is gone when nobody holds its mark any more", () => {
    const userData = mkdtempSync(join(tmpdir(), "tp-identity-"));
    const there = { ...own, pid: 7, started: "boot 1234", namespace: "1" };
    const letGo = holdMark(userData, "7-1234.1");
    expect(identityState(there, userData)).toBe("elsewhere");
    letGo();
    expect(identityState(there, userData)).toBe("gone");
    rmSync(userData, { recursive: true });
  });

  it("is read as earlier versions kept it, without a namespace", () => {
    const { pid, started, machine } = own;
    expect(identityState({ pid, started, machine })).toBe("running");
    expect(identityState({ pid, started: "another start", machine })).toBe("gone");
  });
});
