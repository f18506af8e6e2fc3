/** Rules of a layer that nobody trusted: what they deny and ask about holds, and they can do nothing else. */
import type { PolicyLayer, Rule } from "@toolplane/contract";
import { describe, expect, it } from "vitest";
import { allowAll, codeOf, openWorld } from "./fixture.ts";

const rule = (action: Rule["action"], pattern: string, permission = "fs.read"): Rule => ({
  permission,
  pattern,
  action,
});

function open(untrusted: readonly Rule[], trusted: readonly Rule[] = [allowAll]) {
  const policy: readonly PolicyLayer[] = [
    { scope: "project", rules: trusted },
    {
      scope: "project",
      rules: untrusted,
      file: ".toolplane/policy.jsonc",
      lines: untrusted.map((_, index) => index + 3),
      untrusted: true,
    },
  ];
  return openWorld({ kernel: { policy }, answers: [{ choice: "reject" }] });
}

describe("a layer that nobody trusted", () => {
  it("denies at once, with its file and line", async () => {
    const world = open([rule("deny", "**/.env")]);
    expect(await world.call("read", { path: ".env" })).toMatchObject({
      code: "permission_denied",
      error_text: expect.stringContaining(".toolplane/policy.jsonc:3"),
    });
    expect(codeOf(await world.call("read", { path: "README.md" }))).toBe("output");
  });

  it("asks hard, whatever a narrower rule of a person allows", async () => {
    const world = open([rule("ask", "**")], [rule("allow", "README.md")]);
    expect(codeOf(await world.call("read", { path: "README.md" }))).toBe("approval_rejected");
  });

  it("allows nothing and displaces nothing", async () => {
    const world = open(
      [rule("allow", "README.md"), rule("allow", "**", "*")],
      [rule("deny", "**")],
    );
    expect(codeOf(await world.call("read", { path: "README.md" }))).toBe("permission_denied");
    const silent = open([rule("ask", ".env"), rule("allow", "**")], [rule("deny", "**/.env")]);
    expect(codeOf(await silent.call("read", { path: ".env" }))).toBe("permission_denied");
  });

  it("enters the confinement of processes too", async () => {
    const world = openWorld({
      kernel: {
        policy: [{ scope: "project", rules: [rule("deny", "**/.env")], untrusted: true }],
      },
      rules: [allowAll],
      host: { commands: { ls: [] }, programs: { ls: "" } },
    });
    await world.call("bash", { command: "ls" });
    const [spawned] = world.host.spawned();
    expect(spawned?.context.confinement.read.masks.map(({ pattern }) => pattern)).toContain(
      "/**/.env",
    );
  });
});
