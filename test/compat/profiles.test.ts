import {
  applyProfile,
  PROFILES,
  type Profile,
  sessionOptions,
  toAuditEvent,
} from "@toolplane/compat";
import { defineTool, type Rule, type Tool } from "@toolplane/contract";
import { createKernel } from "@toolplane/kernel";
import { createMemoryHost, createScriptedBroker } from "@toolplane/testkit";
import { describe, expect, it } from "vitest";
import { READ_PARAMETERS } from "../locked-parameters.ts";

const ALL = Object.values(PROFILES);

const file = (id: string, access: "fs.read" | "fs.write"): Tool =>
  defineTool({
    id,
    gated: id !== "look",
    description: "Touches a file.",
    parameters: READ_PARAMETERS,
    requires: { fs: { [access === "fs.read" ? "read" : "write"]: ["{workspace}/**"] } },
    resources: { path: access },
    execute: () => "ran",
  });
const tools = [file("look", "fs.read"), file("read", "fs.read"), file("put", "fs.write")];

function open(profile: Profile, rules: readonly Rule[] = []) {
  const broker = createScriptedBroker(() => "reject");
  const kernel = createKernel(
    applyProfile(profile, { host: createMemoryHost(), tools, broker, defaultPolicy: [] }),
  );
  const session = kernel.session(sessionOptions(profile, { rules }));
  const call = (name: string, path = "a.txt") =>
    session.call({ id: `${name} ${path}`, name, arguments: { path } });
  return { call, broker, session };
}

describe("profiles", () => {
  it("never lift a deny, and never answer an ask that a rule wrote", async () => {
    for (const profile of ALL) {
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
    for (const profile of ALL) {
      table.push([profile.name, await asks(profile, "read"), await asks(profile, "put")]);
    }
    expect(table).toEqual([
      ["stud", true, true],
      ["grida", true, true],
      ["morphix", false, false],
      ["steerable", false, false],
      ["phi", false, false],
    ]);
  });

  it("leave reach alone: an ungated tool of stud runs unasked, and stays inside the workspace", async () => {
    const { call, broker } = open(PROFILES.stud);
    expect(await call("look")).toMatchObject({ type: "output" });
    expect(broker.questions()).toEqual([]);
    expect(await call("look", "/etc/passwd")).toMatchObject({ code: "capability_denied" });
  });

  it("give way to a host's own options, and lose none of its rules", () => {
    const host = createMemoryHost();
    const layer = { scope: "project", rules: [] } as const;
    const own = applyProfile(PROFILES.stud, { host, policy: [layer], contained: true });
    expect(own).toMatchObject({ policy: [layer], contained: true, defaultPolicy: [] });
    const consent = { dangerous: [] };
    expect(applyProfile(PROFILES.morphix, { host, consent })).toMatchObject({
      profile: "morphix",
      consent: { dangerous: [], codeTools: ["code_exec", "bash_manager"] },
    });
    expect(sessionOptions(PROFILES.morphix, { mode: "ask", role: "coder" })).toEqual({
      mode: "ask",
      strategy: "sequential",
      role: "coder",
    });
  });

  it("are frozen", () => {
    for (const profile of ALL) expect(Object.isFrozen(profile)).toBe(true);
  });
});

describe("S0's audit events", () => {
  it("are told of every call with the origin of its tool", async () => {
    const { call, session } = open(PROFILES.stud);
    const told: unknown[] = [];
    session.on((event) => {
      const audit = toAuditEvent(event);
      if (audit) told.push([audit.type, audit.toolName, audit.origin]);
    });
    await call("look");
    await call("put");
    await call("nobody");
    expect(told).toEqual([
      ["ToolInvocationStarted", "look", "bundled"],
      ["ToolInvocationSucceeded", "look", "bundled"],
      ["ToolInvocationCancelled", "put", "bundled"],
      ["ToolInvocationCancelled", "nobody", "unknown"],
    ]);
  });
});
