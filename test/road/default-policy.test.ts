import { command } from "@toolplane/testkit";
import { describe, expect, it } from "vitest";
import { codeOf, openWorld } from "./fixture.ts";

const programs = { git: "", ls: "", curl: "" };
const commands = {
  ls: command({ units: ["ls"], reads: ["."] }),
  "git diff": command({ units: ["git diff"] }),
  "git diff --output=x": command({ units: ["git diff --output=x"], writes: ["x"] }),
  "curl a.test": command({ units: ["curl a.test"], hosts: ["a.test"] }),
};

describe("the default policy", () => {
  const world = () =>
    openWorld({
      kernel: { defaultPolicy: true },
      answers: [{ choice: "reject" }],
      host: { commands, programs, files: { "/workspace/a": "x" } },
    });

  it.each(["ls", "git diff"])("runs %s unasked", async (line) => {
    expect(codeOf(await world().call("bash", { command: line }))).toBe("output");
  });

  it("reads inside the workspace unasked, and asks before it writes", async () => {
    expect(codeOf(await world().call("read", { path: "a" }))).toBe("output");
    expect(codeOf(await world().call("write", { path: "a", content: "" }))).toBe(
      "approval_rejected",
    );
  });

  it("asks about a reading command that is seen to write", async () => {
    expect(codeOf(await world().call("bash", { command: "git diff --output=x" }))).toBe(
      "approval_rejected",
    );
  });

  it("leaves that to a person's own rule about the command", async () => {
    const ruled = openWorld({
      kernel: { defaultPolicy: true },
      rules: [{ permission: "bash", pattern: "git diff *", action: "allow" }],
      host: { commands, programs },
    });
    expect(codeOf(await ruled.call("bash", { command: "git diff --output=x" }))).toBe("output");
  });

  it("asks about a command that it does not know to read", async () => {
    expect(codeOf(await world().call("bash", { command: "curl a.test" }))).toBe(
      "approval_rejected",
    );
  });
});
