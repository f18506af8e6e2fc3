import { defineTool, type Rule, type SpawnRequest, type Tool } from "@toolplane/contract";
import { createKernel, type Session } from "@toolplane/kernel";
import { createScriptedAgent, createScriptedBroker } from "@toolplane/testkit";
import { describe, expect, it } from "vitest";
import { allowAll, codeOf, openWorld, readFile, writeFile } from "./fixture.ts";

function family(
  parentRules: readonly Rule[],
  child: { readonly rules?: readonly Rule[]; readonly requires?: object },
  answers: Parameters<typeof createScriptedBroker>[0] = [],
) {
  const { host } = openWorld();
  const broker = createScriptedBroker(answers);
  const kernel = createKernel({ host, tools: [readFile, writeFile], defaultPolicy: false, broker });
  const parent = kernel.session({ rules: parentRules });
  const childSession = kernel.session({ parent, ...child });
  return { parent, child: childSession, broker };
}
const read = (path: string) => ({ id: `c-${path}`, name: "read", arguments: { path } });

describe("a subagent's session", () => {
  it("inherits every deny of its parent and cannot allow it away [R158]", async () => {
    const { child } = family(
      [allowAll, { permission: "fs.read", pattern: "**/.env", action: "deny" }],
      {
        rules: [{ permission: "fs.read", pattern: "{workspace}/.env", action: "allow" }],
      },
    );
    expect(codeOf(await child.call(read(".env")))).toBe("permission_denied");
    expect(codeOf(await child.call(read("README.md")))).toBe("output");
  });

  it("passes the deny on to its own children [R158]", async () => {
    const { host } = openWorld();
    const kernel = createKernel({ host, tools: [readFile], defaultPolicy: false });
    const top = kernel.session({ rules: [allowAll] });
    const middle = kernel.session({
      parent: top,
      rules: [{ permission: "fs.read", pattern: "**/.env", action: "deny" }],
    });
    const bottom = kernel.session({ parent: middle, rules: [allowAll] });
    expect(codeOf(await bottom.call(read(".env")))).toBe("permission_denied");
    expect(codeOf(await top.call(read(".env")))).toBe("output");
    expect(bottom.manifest).toMatchObject({ depth: 2, parentSessionId: middle.id });
  });

  it("is bounded by what it declared, inside what its parent may reach", async () => {
    const { child } = family([allowAll], { requires: { fs: { read: ["docs/**"] } } });
    expect(codeOf(await child.call(read("README.md")))).toBe("capability_denied");
    expect(
      codeOf(
        await child.call({ id: "w", name: "write", arguments: { path: "docs/a", content: "" } }),
      ),
    ).toBe("capability_denied");
  });

  it("shares one budget of calls with its parent and its siblings, also for a tool's own limit", async () => {
    const { host } = openWorld();
    const tick: Tool = defineTool({
      id: "tick",
      description: "Ticks.",
      parameters: { type: "object" },
      requires: {},
      gated: false,
      limits: { callsPerSession: 2 },
      execute: () => "tock",
    });
    const tock: Tool = { ...tick, id: "tock", limits: { ...tick.limits, callsPerSession: null } };
    const kernel = createKernel({ host, tools: [tick, tock], maxCallsPerSession: 4 });
    const parent = kernel.session();
    const children = [1, 2, 3].map(() => kernel.session({ parent }));
    const grandchild = kernel.session({ parent: children[0] as Session });
    const codes: string[] = [];
    for (const [name, session] of [
      ["tick", parent],
      ["tick", children[0]],
      ["tick", children[1]],
      ["tock", children[1]],
      ["tock", grandchild],
      ["tock", children[2]],
      ["tock", parent],
    ] as const)
      codes.push(
        codeOf(await (session as Session).call({ id: `c${codes.length}`, name, arguments: {} })),
      );
    expect(codes).toEqual([
      ...["output", "output", "budget_exceeded", "output", "output"],
      ...["budget_exceeded", "budget_exceeded"],
    ]);
    const other = kernel.session();
    expect(codeOf(await other.call({ id: "x", name: "tick", arguments: {} }))).toBe("output");
  });

  it("does not share approvals with its parent", async () => {
    const { parent, child, broker } = family([], {}, [{ choice: "session" }, { choice: "reject" }]);
    expect(codeOf(await parent.call(read("README.md")))).toBe("output");
    expect(codeOf(await child.call(read("README.md")))).toBe("approval_rejected");
    expect(broker.questions()).toHaveLength(2);
  });

  it("ends with its parent", async () => {
    const { parent, child } = family([allowAll], {});
    parent.cancel();
    expect(codeOf(await child.call(read("README.md")))).toBe("cancelled");
  });
});

describe("spawning", () => {
  const delegate: Tool = defineTool({
    id: "delegate",
    description: "Delegates.",
    parameters: { type: "object" },
    requires: {},
    composite: true,
    execute: (_args, { spawn }) => spawn({ prompt: "look around" }),
  });

  it("hands the child its depth and the call's signal", async () => {
    const asked: SpawnRequest[] = [];
    const agent = createScriptedAgent((request) => {
      asked.push(request);
      return { status: "done", output: "found", sessionId: "child" };
    });
    const world = openWorld({ rules: [allowAll], kernel: { tools: [delegate], agent } });
    expect(await world.call("delegate")).toMatchObject({
      data: { status: "done", output: "found" },
    });
    expect(asked).toEqual([{ prompt: "look around" }]);
  });

  it("stops at the depth limit with an error, and without an agent says so", async () => {
    const agent = createScriptedAgent(() => ({ status: "done", output: "", sessionId: "x" }));
    const world = openWorld({
      rules: [allowAll],
      kernel: { tools: [delegate], agent, maxDepth: 0 },
    });
    expect(codeOf(await world.call("delegate"))).toBe("budget_exceeded");
    expect(
      codeOf(
        await openWorld({ rules: [allowAll], kernel: { tools: [delegate] } }).call("delegate"),
      ),
    ).toBe("unavailable");
  });
});

describe("a child session", () => {
  it("cannot have a looser mode or a longer allowlist than its parent", () => {
    const { host } = openWorld();
    const kernel = createKernel({ host });
    const asking = kernel.session({ mode: "ask" });
    expect(kernel.session({ parent: asking, mode: "yolo" }).manifest.mode).toBe("ask");
    const listed = kernel.session({ mode: "allowlist", allowlist: ["read"] });
    const child = kernel.session({
      parent: listed,
      mode: "allowlist",
      allowlist: ["read", "bash"],
    });
    expect(child.manifest).toMatchObject({ mode: "allowlist", allowlist: ["read"] });
    const loose = kernel.session({ mode: "yolo" });
    expect(kernel.session({ parent: loose, mode: "ask" }).manifest.mode).toBe("ask");
  });

  it("is refused when its parent belongs to another kernel", () => {
    const { host } = openWorld();
    const stranger = createKernel({ host }).session();
    expect(() => createKernel({ host }).session({ parent: stranger })).toThrow(/another kernel/);
  });
});
