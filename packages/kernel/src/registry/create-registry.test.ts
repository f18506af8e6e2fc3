import type { JsonSchema, Tool, ToolLayer } from "@toolplane/contract";
import { describe, expect, it } from "vitest";
import { createRegistry } from "./create-registry.ts";
import type { RegistryProblem } from "./life/problem-log.ts";
import { plainTool } from "./tool.fixture.ts";

const originOf = (layer: ToolLayer): { layer: ToolLayer; trusted: boolean } => ({
  layer,
  trusted: true,
});

describe("registering", () => {
  it("lets later layers shadow earlier ones and reveals them again, in any order", async () => {
    const registry = createRegistry({ config: {} });
    const bound = (): string | undefined => registry.find("x")?.origin;
    const project = registry.register(plainTool("x"), originOf("project"));
    const bundled = registry.register(plainTool("x"), originOf("bundled"));
    const global = registry.register(plainTool("x"), originOf("global"));
    expect(bound()).toBe("project");
    await project.close();
    expect(bound()).toBe("global");
    await bundled.close();
    expect(bound()).toBe("global");
    await global.close();
    expect(bound()).toBeUndefined();
    expect([project, bundled, global].map(({ status }) => status)).toEqual(Array(3).fill("closed"));
  });

  it("calls every listener at every change, also when another listener breaks", async () => {
    const registry = createRegistry({ config: {} });
    let heard = 0;
    registry.onChange(() => {
      throw new Error("broken");
    });
    const stop = registry.onChange(() => {
      heard += 1;
    });
    const tool = registry.register(plainTool("x"), originOf("global"));
    expect(heard).toBe(1);
    await tool.close();
    expect(heard).toBe(2);
    stop();
    registry.register(plainTool("y"), originOf("global"));
    expect(heard).toBe(2);
  });

  it("refuses a second tool of one layer loudly", () => {
    const registry = createRegistry({ config: {} });
    registry.register(plainTool("x"), originOf("global"));
    expect(() => registry.register(plainTool("x"), originOf("global"))).toThrow(
      "tool x: is registered already by global",
    );
    expect(registry.describe()).toHaveLength(1);
  });

  it("never lets a server or a specification take a name that is taken", () => {
    const told: RegistryProblem[] = [];
    const registry = createRegistry({ config: {}, onProblem: (problem) => told.push(problem) });
    registry.register(plainTool("x"), originOf("bundled"));
    const github = registry.register(plainTool("x"), { layer: "mcp", source: "github" });
    expect([github.status, registry.find("x")?.origin]).toEqual(["refused", "bundled"]);
    registry.register(plainTool("y"), { layer: "mcp", source: "github" });
    registry.register(plainTool("y"), { layer: "openapi", source: "pets" });
    expect(registry.find("y")?.origin).toBe("mcp:github");
    expect(told).toEqual([
      {
        name: "x",
        origin: "mcp:github",
        kind: "refused",
        message:
          "the name is taken by a tool of bundled; tools of servers and specifications shadow nothing",
      },
      {
        name: "y",
        origin: "openapi:pets",
        kind: "refused",
        message:
          "the name is taken by a tool of mcp:github; tools of servers and specifications shadow nothing",
      },
    ]);
    expect(registry.problems()).toEqual(told);
  });

  it("lets a local tool shadow a server's, and reveals it again", async () => {
    const registry = createRegistry({ config: {} });
    registry.register(plainTool("x"), { layer: "mcp", source: "github" });
    const local = registry.register(plainTool("x"), originOf("bundled"));
    expect(registry.find("x")?.origin).toBe("bundled");
    await local.close();
    expect(registry.find("x")?.origin).toBe("mcp:github");
  });

  it("is not confused by names that objects have of their own", () => {
    const registry = createRegistry({ config: {} });
    const names = ["constructor", "toString", "hasOwnProperty", "valueOf"];
    for (const name of names) registry.register(plainTool(name), originOf("bundled"));
    expect(registry.list().map(({ tool, config }) => [tool.id, config])).toEqual(
      names.map((name) => [name, {}]),
    );
  });

  it("names what a tool lacks that defineTool would have filled in", () => {
    const registry = createRegistry({ config: {} });
    for (const missing of ["contract", "limits", "resources", "lifecycle"]) {
      const broken: Record<string, unknown> = { ...plainTool("x") };
      delete broken[missing];
      expect(() => registry.register(broken as never, originOf("bundled"))).toThrow(/defineTool/);
    }
  });

  it("checks a copy of a tool again", () => {
    const registry = createRegistry({ config: {} });
    const copy = { ...plainTool("x"), gated: "no" };
    expect(() => registry.register(copy as never, originOf("bundled"))).toThrow(
      "gated must be true or false",
    );
  });
});

describe("locked ids", () => {
  const skill = (schema: object, more: object = {}): Tool =>
    plainTool("skill", {
      parameters: { type: "object", additionalProperties: false, ...schema } as JsonSchema,
      ...more,
    });
  const same = skill({
    properties: { name: { type: "string", description: "Another way to say it." } },
    required: ["name"],
  });
  const richer = skill({
    properties: { name: { type: "string" }, version: { type: "string" } },
    required: ["name"],
  });

  it.each(["global", "project"] as const)(
    "a locked id goes to a trusted %s tool of the same shape",
    (layer) => {
      const registry = createRegistry({ config: {} });
      registry.register(same, originOf("bundled"));
      registry.register(same, originOf(layer));
      expect(registry.find("skill")?.origin).toBe(layer);
    },
  );

  it("a locked id stays with the lower layer when the shape is richer, and the problem is reported [R186]", () => {
    const registry = createRegistry({ config: {} });
    registry.register(same, originOf("bundled"));
    const shadow = registry.register(richer, originOf("project"));
    const reason =
      "skill is a locked id and keeps its shape: parameters.version: is not part of the locked shape";
    expect([shadow.status, shadow.reason]).toEqual(["refused", reason]);
    expect(registry.find("skill")?.origin).toBe("bundled");
    expect(
      registry.describe().map(({ origin, bound, reason }) => ({ origin, bound, reason })),
    ).toEqual([
      { origin: "bundled", bound: true, reason: null },
      { origin: "project", bound: false, reason },
    ]);
  });

  it("a locked id keeps its shape for the host program too, and only a preset may give another [R186]", () => {
    const registry = createRegistry({ config: {} });
    const own = registry.register(richer, { layer: "bundled" });
    expect([own.status, registry.find("skill")]).toEqual(["refused", null]);
    const preset = registry.register(richer, { layer: "bundled", preset: true });
    expect([preset.status, registry.find("skill")?.tool]).toEqual(["active", richer]);
  });

  it.each([
    ["an untrusted project", { layer: "project" }, "its layer was not trusted"],
    ["a server", { layer: "mcp", source: "s" }, "a server or specification cannot have it"],
    ["a specification", { layer: "openapi" }, "a server or specification cannot have it"],
  ] as const)("a locked id never goes to %s, whether it is held or not", (_, origin, why) => {
    const registry = createRegistry({ config: {} });
    const { status, reason } = registry.register(same, origin);
    expect([status, reason]).toEqual(["refused", `skill is a locked id; ${why}`]);
    expect(registry.find("skill")).toBeNull();
  });
});

describe("scopes", () => {
  it("a closed scope takes its registrations with it, inner scopes too", async () => {
    const registry = createRegistry({ config: {} });
    registry.register(plainTool("kept"), originOf("bundled"));
    const plugin = registry.scope();
    plugin.register(plainTool("kept"), originOf("global"));
    plugin.register(plainTool("extra"), originOf("global"));
    plugin.scope().register(plainTool("inner"), originOf("global"));
    const names = (): readonly string[] =>
      registry.list().map(({ tool, origin }) => `${tool.id} ${origin}`);
    expect(names()).toEqual(["kept global", "extra global", "inner global"]);
    await plugin.close();
    await plugin.close();
    expect(names()).toEqual(["kept bundled"]);
    expect(() => plugin.register(plainTool("late"), originOf("global"))).toThrow(/closed/);
    expect(() => plugin.scope()).toThrow(/closed/);
  });

  it("closing a registry takes all its registrations", async () => {
    const registry = createRegistry({ config: {} });
    registry.register(plainTool("a"), originOf("bundled"));
    registry.register(plainTool("a"), originOf("project"));
    registry.register(plainTool("a"), { layer: "mcp" });
    await registry.close();
    expect([registry.list(), registry.describe()]).toEqual([[], []]);
  });
});

describe("identities", () => {
  it("an identity makes a call stale when another tool has the name", async () => {
    const registry = createRegistry({ config: {} });
    const first = registry.register(plainTool("x"), originOf("bundled"));
    const seen = registry.snapshot();
    expect(registry.isStale("x", seen.get("x") as number)).toBe(false);
    const shadow = registry.register(plainTool("x", { description: "Other." }), originOf("global"));
    expect(registry.isStale("x", first.id)).toBe(true);
    expect(registry.isStale("x", shadow.id)).toBe(false);
    await shadow.close();
    expect(registry.isStale("x", first.id)).toBe(false);
    await first.close();
    expect(registry.isStale("x", first.id)).toBe(true);
  });

  it("an identity comes back with a tool that comes back as it was, from where it was", async () => {
    const registry = createRegistry({ config: {} });
    const server = { layer: "mcp", source: "github" } as const;
    const before = registry.register(plainTool("x"), server);
    await before.close();
    const elsewhere = registry.register(plainTool("x"), { layer: "mcp", source: "gitlab" });
    expect(elsewhere.id).not.toBe(before.id);
    await elsewhere.close();
    const other = registry.register(plainTool("x", { description: "Other." }), server);
    expect(other.id).not.toBe(before.id);
    await other.close();
    const again = registry.register(plainTool("x", { description: "Other." }), server);
    expect(again.id).toBe(other.id);
    const ungated = plainTool("x", { description: "Other.", gated: false });
    await again.close();
    expect(registry.register(ungated, server).id).not.toBe(other.id);
  });
});

describe("lists and rows", () => {
  it("lists are the same array until something changes", () => {
    const registry = createRegistry({ config: {} });
    registry.register(plainTool("a"), originOf("bundled"));
    const list = registry.list();
    expect(registry.list()).toBe(list);
    registry.register(plainTool("b"), originOf("bundled"));
    expect(registry.list()).not.toBe(list);
  });

  it("registries share no lists", () => {
    const one = createRegistry({ config: {} });
    const other = createRegistry({ config: {} });
    one.register(plainTool("a"), originOf("bundled"));
    one.metrics.record("a", { ok: true, ms: 1 });
    expect([other.list(), other.find("a"), other.metrics.all().size]).toEqual([[], null, 0]);
  });

  it("rows describe every registration: origin, posture, needs, which shadows which, and calls [R039]", () => {
    const registry = createRegistry({ config: { quiet: { enabled: false } }, deferAbove: 2 });
    registry.register(
      plainTool("x", {
        label: "The X",
        gated: false,
        mode: "read",
        approvalKey: () => "k",
        requires: {
          fs: { read: ["src/**"], write: ["out/**"] },
          net: { hosts: ["example.com"] },
          shell: [{ cmd: "git", args: ["log", { prefix: "--" }, { wildcard: true }] }],
          env: ["TOKEN"],
          capabilities: ["journal"],
        },
      }),
      originOf("bundled"),
    );
    registry.register(plainTool("x", { gated: false }), { layer: "project" });
    registry.register(plainTool("quiet"), originOf("bundled"));
    registry.register(plainTool("remote"), { layer: "mcp", source: "s" });
    registry.metrics.record("x", { ok: true, ms: 5 });
    const calls = { total: 0, success: 0, failure: 0, latency_ms_total: 0, latency_ms_max: 0 };
    const called = { ...calls, total: 1, success: 1, latency_ms_total: 5, latency_ms_max: 5 };
    const plain = {
      bound: true,
      status: "active",
      enabled: true,
      exposure: "listed",
      mode: "external",
      isolated: false,
      gated: true,
      approvalKey: "footprint",
      requires: [],
      shadows: [],
      shadowedBy: null,
      reason: null,
      calls,
    };
    const rows = registry.describe().map(({ registrationId: _, ...row }) => row);
    expect(rows).toEqual([
      {
        ...plain,
        name: "x",
        label: "x",
        layer: "project",
        origin: "project",
        shadows: ["bundled"],
        calls: called,
      },
      {
        ...plain,
        name: "x",
        label: "The X",
        layer: "bundled",
        origin: "bundled",
        bound: false,
        mode: "read",
        gated: false,
        approvalKey: "own",
        requires: [
          "fs.read src/**",
          "fs.write out/**",
          "net.fetch example.com",
          "shell.run git log --* *",
          "env TOKEN",
          "journal",
        ],
        shadowedBy: "project",
        reason: "shadowed by the tool of project",
        calls: called,
      },
      {
        ...plain,
        name: "quiet",
        label: "quiet",
        layer: "bundled",
        origin: "bundled",
        enabled: false,
        reason: "switched off by its configuration",
      },
      {
        ...plain,
        name: "remote",
        label: "remote",
        layer: "mcp",
        origin: "mcp:s",
        isolated: true,
        exposure: "deferred",
      },
    ]);
  });
});

describe("a name whose highest registration cannot be called", () => {
  it("a name whose highest registration cannot be called is shown as bound to the one below [R039]", () => {
    const registry = createRegistry({ config: {} });
    registry.register(plainTool("x"), originOf("bundled"));
    const starting = { init: () => new Promise<void>(() => {}) };
    registry.register(plainTool("x", { lifecycle: starting }), { layer: "global" });
    expect(registry.describe().map(({ origin, status, bound }) => [origin, status, bound])).toEqual(
      [
        ["global", "starting", false],
        ["bundled", "active", true],
      ],
    );
  });
});

describe("metrics", () => {
  it("metrics count total, success, failure and latency by name, for tools that exist", async () => {
    const registry = createRegistry({ config: {} });
    const registration = registry.register(plainTool("x"), originOf("bundled"));
    registry.metrics.record("x", { ok: true, ms: 3 });
    registry.metrics.record("x", { ok: false, ms: 9 });
    registry.metrics.record("x", { ok: true, ms: 1 });
    registry.metrics.record("made_up", { ok: true, ms: 1 });
    expect(registry.metrics.all()).toEqual(
      new Map([
        ["x", { total: 3, success: 2, failure: 1, latency_ms_total: 13, latency_ms_max: 9 }],
      ]),
    );
    await registration.close();
    expect(registry.metrics.of("x").total).toBe(0);
  });
});
