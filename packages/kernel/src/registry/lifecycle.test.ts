import { defineTool, type LifecycleContext, type Tool, ToolError } from "@toolplane/contract";
import type { Clock } from "@toolplane/contract/ports";
import { createFakeClock } from "@toolplane/testkit";
import { describe, expect, it } from "vitest";
import { createRegistry, type Registry } from "./create-registry.ts";
import type { RegistryOptions } from "./registry-options.ts";

const bundled = { layer: "bundled" } as const;

/** A tool that logs its lifecycle. */
function livingTool(
  log: string[],
  more: { readonly [K in "init" | "activate" | "deactivate" | "dispose"]?: () => unknown } = {},
  definition: object = {},
): Tool {
  const step = (name: keyof typeof more) => async (): Promise<void> => {
    log.push(name);
    await more[name]?.();
  };
  return defineTool({
    id: "db",
    description: "Asks a database.",
    parameters: { type: "object" },
    requires: {},
    config: { properties: { url: { type: "string" } } },
    lifecycle: {
      init: step("init"),
      activate: step("activate"),
      deactivate: step("deactivate"),
      dispose: step("dispose"),
    },
    ...definition,
    execute: () => null,
  });
}

function open(options: Partial<RegistryOptions> & { readonly clock: Clock }): Registry {
  return createRegistry({ config: {}, ...options });
}

const settle = (clock: { advance(ms: number): Promise<void> }): Promise<void> => clock.advance(0);

describe("the life of a tool", () => {
  it("checks config, prepares once, and binds the name only when activated [R045] [R046]", async () => {
    const log: string[] = [];
    const given: LifecycleContext[] = [];
    const clock = createFakeClock();
    const config = { db: { url: "postgres://x" } };
    const registry = open({ clock, config });
    const tool = livingTool(
      log,
      {},
      {
        lifecycle: {
          init: (context: LifecycleContext) => void given.push(context),
          activate: () => void log.push(registry.find("db") ? "bound" : "not bound"),
        },
      },
    );
    const registration = registry.register(tool, bundled);
    expect([registration.status, registry.find("db"), registry.list()]).toEqual([
      "starting",
      null,
      [],
    ]);
    await registration.ready();
    expect(log).toEqual(["not bound"]);
    expect(given.map(({ config: own }) => own)).toEqual([config.db]);
    expect([
      registration.status,
      registry.list().map((entry) => entry.definition().listed),
    ]).toEqual([
      "active",
      [{ name: "db", description: "Asks a database.", inputSchema: { type: "object" } }],
    ]);
    expect(() => open({ clock, config: { db: { url: 5 } } }).register(tool, bundled)).toThrow(
      /config: .*url/,
    );
  });

  it("lets a call wait for a tool that is being started", async () => {
    const clock = createFakeClock();
    let finish = (): void => undefined;
    const registry = open({ clock });
    registry.register(
      livingTool([], { init: () => new Promise<void>((go) => (finish = go)) }),
      bundled,
    );
    expect(registry.starting("other")).toBeNull();
    const starting = registry.starting("db");
    finish();
    await starting;
    expect([registry.find("db")?.status, registry.starting("db")]).toEqual(["active", null]);
    await registry.ready();
  });

  it.each(["init", "activate"] as const)(
    "disables a tool whose %s fails, keeps the lower layer bound, and goes on",
    async (name) => {
      const log: string[] = [];
      const clock = createFakeClock();
      const registry = open({ clock });
      registry.register(livingTool([], {}, { lifecycle: {} }), bundled);
      const broken = livingTool(log, {
        [name]: () => {
          throw new ToolError("unavailable", "no database here");
        },
      });
      const registration = registry.register(broken, { layer: "global" });
      expect(registry.find("db")?.origin).toBe("bundled");
      await registry.ready();
      expect([registration.status, registration.reason]).toEqual([
        "refused",
        `${name} failed: no database here`,
      ]);
      expect(registry.find("db")?.origin).toBe("bundled");
      expect(log.at(-1)).toBe("dispose");
      expect(registry.problems()).toEqual([
        {
          name: "db",
          origin: "global",
          kind: "lifecycle",
          message: `${name} failed: no database here`,
        },
      ]);
      await registration.close();
      expect(log.filter((step) => step === "dispose")).toHaveLength(1);
    },
  );

  it("disables a tool that does not start in time", async () => {
    const clock = createFakeClock();
    const registry = open({ clock, startMs: 1_000 });
    const never = livingTool([], { init: () => new Promise(() => undefined) });
    const registration = registry.register(never, bundled);
    await clock.advance(1_000);
    await registry.ready();
    expect(registration.reason).toBe("init did not finish within 1000 ms");
    expect(clock.pending()).toBe(0);
  });

  it("refuses new calls and waits for running ones when it is closed [R047]", async () => {
    const log: string[] = [];
    const clock = createFakeClock();
    const registry = open({ clock });
    const registration = registry.register(livingTool(log), bundled);
    await registration.ready();
    const entry = registry.find("db");
    if (!entry) throw new ToolError("internal", "not bound");
    expect([registry.enter(entry), registry.enter(entry)]).toEqual([true, true]);
    let closed = false;
    const closing = registration.close().then(() => {
      closed = true;
    });
    await settle(clock);
    expect([registration.status, registry.find("db"), registry.enter(entry)]).toEqual([
      "draining",
      null,
      false,
    ]);
    registry.leave(entry);
    await settle(clock);
    expect([log, closed]).toEqual([["init", "activate"], false]);
    registry.leave(entry);
    await closing;
    expect(log).toEqual(["init", "activate", "deactivate", "dispose"]);
    expect([registration.status, clock.pending()]).toEqual(["closed", 0]);
  });

  it("does not wait for ever for a running call [R047]", async () => {
    const log: string[] = [];
    const clock = createFakeClock();
    const registry = open({ clock, drainMs: 5_000 });
    const registration = registry.register(livingTool(log), bundled);
    await registration.ready();
    const entry = registry.find("db");
    if (entry) registry.enter(entry);
    const closing = registration.close();
    await clock.advance(4_999);
    expect(log).not.toContain("deactivate");
    await clock.advance(1);
    await closing;
    expect(log.slice(2)).toEqual(["deactivate", "dispose"]);
    expect(registry.problems()).toEqual([
      {
        name: "db",
        origin: "bundled",
        kind: "drain",
        message: "1 of its calls still ran after 5000 ms",
      },
    ]);
    if (entry) registry.leave(entry);
  });

  it("disposes once, however often and from wherever it is closed [R048]", async () => {
    const log: string[] = [];
    const clock = createFakeClock();
    const registry = open({ clock });
    const scope = registry.scope();
    const registration = scope.register(livingTool(log), bundled);
    await registration.ready();
    await Promise.all([
      registration.close(),
      registration.close(),
      scope.close(),
      registry.close(),
    ]);
    await registration.close();
    expect(log).toEqual(["init", "activate", "deactivate", "dispose"]);
  });

  it("ends once when it is closed while it starts and the start then fails", async () => {
    const log: string[] = [];
    const clock = createFakeClock();
    const { promise, reject } = Promise.withResolvers<void>();
    const registration = open({ clock }).register(
      livingTool(log, { init: () => promise }),
      bundled,
    );
    const closed = registration.close();
    reject(new ToolError("unavailable", "no database here"));
    await closed;
    await settle(clock);
    expect(log).toEqual(["init", "dispose"]);
    expect(registration.status).toBe("closed");
  });

  it("ends a tool that is closed while it starts", async () => {
    const log: string[] = [];
    const clock = createFakeClock();
    let finish = (): void => undefined;
    const registry = open({ clock });
    const slow = livingTool(log, { init: () => new Promise<void>((go) => (finish = go)) });
    const registration = registry.register(slow, bundled);
    const closing = registration.close();
    expect(registry.describe()).toEqual([]);
    finish();
    await closing;
    expect([registration.status, log, registry.find("db")]).toEqual([
      "closed",
      ["init", "activate", "deactivate", "dispose"],
      null,
    ]);
  });

  it("goes on when deactivate or dispose fails, and says so", async () => {
    const clock = createFakeClock();
    const registry = open({ clock });
    const fail = (): never => {
      throw new ToolError("internal", "stuck");
    };
    const registration = registry.register(
      livingTool([], { deactivate: fail, dispose: fail }),
      bundled,
    );
    await registration.ready();
    await registration.close();
    expect(registry.problems().map(({ message }) => message)).toEqual([
      "deactivate failed: stuck",
      "dispose failed: stuck",
    ]);
  });

  it("a starting tool asks only through the host's interaction, and its time pauses meanwhile [R290]", async () => {
    const clock = createFakeClock();
    const asked: unknown[] = [];
    let answer = (_: readonly (readonly string[])[]): void => undefined;
    const registry = open({
      clock,
      startMs: 1_000,
      ask: (entry, questions) => {
        asked.push([entry.tool.id, entry.origin, questions]);
        return new Promise((go) => (answer = go));
      },
    });
    let context: LifecycleContext | null = null;
    let answers: unknown = null;
    const tool = livingTool(
      [],
      {},
      {
        lifecycle: {
          async init(given: LifecycleContext) {
            context = given;
            answers = await given.ask([{ question: "Which account?" }]);
          },
        },
      },
    );
    const registration = registry.register(tool, { layer: "mcp", source: "crm" });
    await clock.advance(60_000);
    expect([registration.status, asked]).toEqual([
      "starting",
      [["db", "mcp:crm", [{ question: "Which account?" }]]],
    ]);
    answer([["the first"]]);
    await registration.ready();
    expect([registration.status, answers]).toEqual(["active", [["the first"]]]);
    expect([Object.keys(context ?? {}), Object.isFrozen(context)]).toEqual([
      ["config", "ask"],
      true,
    ]);
  });

  it("a starting tool cannot ask where there is no person to ask [R290]", async () => {
    const clock = createFakeClock();
    const registry = open({ clock });
    const tool = livingTool(
      [],
      {},
      {
        lifecycle: {
          init: ({ ask }: LifecycleContext) => ask([{ question: "?" }]).then(() => undefined),
        },
      },
    );
    const registration = registry.register(tool, bundled);
    await registration.ready();
    expect(registration.reason).toBe("init failed: db asks, and nobody can be asked here.");
  });
});

describe("a reload", () => {
  it("a reload ends the old tool before the new one begins", async () => {
    const log: string[] = [];
    const clock = createFakeClock();
    const registry = open({ clock });
    const registration = registry.register(livingTool(log), bundled);
    await registration.ready();
    const before = registration.id;
    await registration.reload();
    expect(log).toEqual(["init", "activate", "deactivate", "dispose", "init", "activate"]);
    expect([registration.id, registration.status]).toEqual([before, "active"]);
    const next: string[] = [];
    await registration.reload(livingTool(next, {}, { description: "Asks another." }));
    expect([log.slice(6), next]).toEqual([
      ["deactivate", "dispose"],
      ["init", "activate"],
    ]);
    expect(registration.id).not.toBe(before);
    expect(registry.find("db")?.tool.description).toBe("Asks another.");
  });

  it("a reload gives way to the old tool when the new one does not start", async () => {
    const log: string[] = [];
    const clock = createFakeClock();
    const registry = open({ clock });
    const registration = registry.register(livingTool(log), bundled);
    await registration.ready();
    const before = registration.id;
    const broken = livingTool(
      [],
      {
        activate: () => {
          throw new ToolError("unavailable", "wrong password");
        },
      },
      { description: "Broken." },
    );
    await registration.reload(broken);
    expect([registration.status, registration.id]).toEqual(["active", before]);
    expect(registry.find("db")?.tool.description).toBe("Asks a database.");
    expect(registry.problems().map(({ message }) => message)).toEqual([
      "activate failed: wrong password",
    ]);
    expect(log.slice(-2)).toEqual(["init", "activate"]);
  });

  it("a reload refuses another name, a half-made tool, and a shape that is locked", async () => {
    const clock = createFakeClock();
    const registry = open({ clock });
    const registration = registry.register(livingTool([], {}, { lifecycle: {} }), bundled);
    expect(() => registration.reload(livingTool([], {}, { id: "other" }))).toThrow(
      /cannot be reloaded as other/,
    );
    expect(() => registration.reload({ id: "db" } as never)).toThrow(/description is missing/);
    const shape = {
      type: "object",
      properties: { url: { type: "string" } },
      required: ["url"],
      additionalProperties: false,
    };
    const definition = { id: "web_fetch", lifecycle: {}, parameters: shape };
    const locked = registry.register(livingTool([], {}, definition), { layer: "global" });
    expect(locked.status).toBe("active");
    await locked.reload(livingTool([], {}, { ...definition, parameters: { type: "object" } }));
    expect(registry.find("web_fetch")?.tool.parameters).toEqual(shape);
    expect(registry.problems().map(({ kind }) => kind)).toEqual(["change"]);
  });

  it("a reload mends a tool that was refused", async () => {
    let broken = true;
    const clock = createFakeClock();
    const registry = open({ clock });
    const tool = livingTool([], {
      init: () => {
        if (broken) throw new ToolError("unavailable", "down");
      },
    });
    const registration = registry.register(tool, bundled);
    await registration.ready();
    expect(registration.status).toBe("refused");
    broken = false;
    await registration.reload();
    expect([registration.status, registration.reason, registry.find("db")?.status]).toEqual([
      "active",
      null,
      "active",
    ]);
    expect(registry.describe()).toHaveLength(1);
  });

  it("a reload may be closed at any moment, and then ends whole", async () => {
    for (const ticks of [0, 1, 2, 3, 4, 5, 6, 8, 10, 14]) {
      const log: string[] = [];
      const clock = createFakeClock();
      const registry = open({ clock });
      const registration = registry.register(livingTool(log), bundled);
      await registration.ready();
      const reloading = registration.reload(livingTool(log, {}, { description: "Next." }));
      for (let tick = 0; tick < ticks; tick += 1) await Promise.resolve();
      await registration.close();
      await reloading;
      const starts = log.filter((step) => step === "init").length;
      expect(log.filter((step) => step === "dispose")).toHaveLength(starts);
      expect([registry.find("db"), registry.describe(), registration.status]).toEqual([
        null,
        [],
        "closed",
      ]);
    }
  });
});
