import {
  applyProfile,
  type Profile,
  s0Profile,
  s1Profile,
  s2Profile,
  s3Profile,
  s4Profile,
  sessionOptions,
  toAuditEvent,
} from "@toolplane/compat";
import { defineTool, type Rule, type Tool } from "@toolplane/contract";
import { createKernel } from "@toolplane/kernel";
import { createMemoryHost, createScriptedBroker } from "@toolplane/testkit";
import { describe, expect, it } from "vitest";
import { READ_PARAMETERS } from "../locked-parameters.ts";

const PROFILES = [s0Profile, s1Profile, s2Profile, s3Profile, s4Profile];

const file = (id: string, access: "fs.read" | "fs.write"): Tool =>
  defineTool({
    id,
    description: "Touches a file.",
    parameters: READ_PARAMETERS,
    requires: { fs: { [access === "fs.read" ? "read" : "write"]: ["{workspace}/**"] } },
    resources: { path: access },
    execute: () => "ran",
  });
const tools = [file("read", "fs.read"), file("put", "fs.write")];

function open(profile: Profile, rules: readonly Rule[] = []) {
  const broker = createScriptedBroker(() => "reject");
  const kernel = createKernel(
    applyProfile(profile, { host: createMemoryHost(), tools, broker, defaultPolicy: false }),
  );
  const session = kernel.session(sessionOptions(profile, { rules }));
  const call = (name: string, path = "a.txt") =>
    session.call({ id: `${name} ${path}`, name, arguments: { path } });
  return { call, broker, session };
}

describe("profiles", () => {
  it("never lift a deny, and never answer an ask that a rule wrote", async () => {
    for (const profile of PROFILES) {
      const denied = open(profile, [{ permission: "*", pattern: "**", action: "deny" }]);
      expect(await denied.call("read")).toMatchObject({ code: "permission_denied" });
      expect(await denied.call("put")).toMatchObject({ code: "permission_denied" });
      const asked = open(profile, [{ permission: "*", pattern: "**", action: "ask" }]);
      await asked.call("put");
      expect(asked.broker.questions()).toHaveLength(1);
    }
  });

  it("differ in who answers when no rule speaks", async () => {
    const asks = async (profile: Profile, name: string) => {
      const { call, broker } = open(profile);
      await call(name);
      return broker.questions().length === 1;
    };
    const table = [];
    for (const profile of PROFILES) {
      table.push([profile.name, await asks(profile, "read"), await asks(profile, "put")]);
    }
    expect(table).toEqual([
      ["s0", false, true],
      ["s1", true, true],
      ["s2", false, false],
      ["s3", false, false],
      ["s4", false, false],
    ]);
  });

  it("leave reach alone: S0's ungated read stays inside the workspace", async () => {
    const { call } = open(s0Profile);
    expect(await call("read", "/etc/passwd")).toMatchObject({ code: "capability_denied" });
  });

  it("give way to a host's own options, and lose none of its rules", () => {
    const host = createMemoryHost();
    const layer = { scope: "project", rules: [] } as const;
    const options = applyProfile(s0Profile, {
      host,
      policy: [layer],
      profile: { dangerous: ["x"] },
    });
    expect(options.policy).toEqual([...(s0Profile.kernel.policy ?? []), layer]);
    expect(applyProfile(s2Profile, { host, profile: { dangerous: [] } }).profile).toEqual({
      dangerous: [],
      codeTools: ["code_exec", "bash_manager"],
    });
    expect(sessionOptions(s2Profile, { mode: "ask", role: "coder" })).toEqual({
      mode: "ask",
      strategy: "sequential",
      role: "coder",
    });
  });

  it("are frozen", () => {
    for (const profile of PROFILES) expect(Object.isFrozen(profile)).toBe(true);
  });
});

describe("S0's audit events", () => {
  it("are told of every call with the origin of its tool", async () => {
    const { call, session } = open(s0Profile);
    const told: unknown[] = [];
    session.on((event) => {
      const audit = toAuditEvent(event);
      if (audit) told.push([audit.type, audit.toolName, audit.origin]);
    });
    await call("read");
    await call("put");
    await call("nobody");
    expect(told).toEqual([
      ["ToolInvocationStarted", "read", "bundled"],
      ["ToolInvocationSucceeded", "read", "bundled"],
      ["ToolInvocationCancelled", "put", "bundled"],
      ["ToolInvocationCancelled", "nobody", "unknown"],
    ]);
  });
});
