import { describe, expect, it } from "vitest";
import { confinesProcesses, noSandbox, type SandboxStatus } from "./sandbox.ts";

const held: SandboxStatus = {
  kind: "any name",
  level: "bound",
  facts: { ...noSandbox("").facts, holdsFiles: true, holdsNetwork: true },
};

describe("confinesProcesses", () => {
  it("asks for files and network both, whatever the sandbox is called", () => {
    expect(confinesProcesses(held)).toBe(true);
    expect(confinesProcesses({ ...held, kind: "none" })).toBe(true);
    for (const fact of ["holdsFiles", "holdsNetwork"] as const) {
      const facts = { ...held.facts, [fact]: false };
      expect(confinesProcesses({ ...held, facts })).toBe(false);
    }
  });
});

describe("noSandbox", () => {
  it("holds nothing and says why, and what would help where something does", () => {
    const status = noSandbox("It is switched off.");
    expect(status).toMatchObject({ kind: "none", reason: "It is switched off." });
    expect(status).not.toHaveProperty("remedy");
    expect(Object.values(status.facts)).toEqual(Object.keys(status.facts).map(() => false));
    expect(noSandbox("It is missing.", "apt install it").remedy).toBe("apt install it");
  });
});
