import { describe, expect, expectTypeOf, it } from "vitest";
import { z } from "zod";
import { isConfigurationError } from "../result/error.ts";
import { isDefinedTool } from "./checked-tool.ts";
import { CONTRACT_VERSION, DEFAULT_LIMITS, defineTool } from "./define-tool.ts";
import type { ToolLimits } from "./tool.ts";

const minimal = {
  id: "echo",
  description: "Says it again.",
  parameters: { type: "object", properties: { text: { type: "string" } }, required: ["text"] },
  requires: {},
  execute: ({ text }: { readonly text: string }) => text,
} as const;

describe("defineTool", () => {
  it("fills in every constant of the contract [R002] [R003] [R006] [R008] [R009]", () => {
    const { contract } = defineTool(minimal);
    expect(contract).toEqual({
      kind: "Tool",
      contractVersion: "1.0.0",
      requiredCoreVersion: "*",
      configSchema: {
        type: "object",
        properties: { enabled: { type: "boolean" }, timeoutMs: { type: "integer", minimum: 1 } },
        additionalProperties: false,
      },
      loadedCardinality: "unlimited",
      activeCardinality: "unlimited",
      stateSlot: null,
      discoveryRules: { folder: "tools", manifestKey: "tool" },
      reloadBehavior: "between-turns",
    });
    expect(CONTRACT_VERSION).toBe("1.0.0");
  });

  it("makes a plain object, of which a copy has every member", () => {
    const tool = defineTool(minimal);
    expect(Object.getPrototypeOf(tool)).toBe(Object.prototype);
    expect(Object.keys({ ...tool })).toEqual(Object.keys(tool));
    expect(structuredClone({ ...tool, execute: null })).toStrictEqual({ ...tool, execute: null });
  });

  it("is not changed by who changes what it was made of", () => {
    const requires: { net?: { hosts: string[] } } = {};
    const tool = defineTool({ ...minimal, requires });
    try {
      requires.net = { hosts: ["**"] };
    } catch {
      // It may be frozen.
    }
    expect(tool.requires).toEqual({});
  });

  it("publishes id, description, parameters, label and strict defaults [R010] [R011] [R012] [R016] [R021]", () => {
    const tool = defineTool(minimal);
    expect(tool).toMatchObject({
      id: "echo",
      label: "echo",
      description: "Says it again.",
      parameters: minimal.parameters,
      gated: true,
      repeatable: false,
      executor: "local",
      composite: false,
      approvalKey: null,
      limits: DEFAULT_LIMITS,
    });
    expect(defineTool({ ...minimal, label: "Echo" }).label).toBe("Echo");
  });

  it("is local unless it says remote [R015]", () => {
    expect(defineTool({ ...minimal, executor: "remote" }).executor).toBe("remote");
  });

  it("may publish an output schema and a state slot [R007] [R013]", () => {
    const tool = defineTool({
      ...minimal,
      output: { type: "string" },
      state: { version: 1, schema: { type: "object" } },
    });
    expect(tool.output).toEqual({ type: "string" });
    expect(tool.contract.stateSlot).toEqual({ version: 1, schema: { type: "object" } });
    expect(defineTool(minimal).contract.stateSlot).toBeNull();
  });

  it("takes a config schema and always accepts enabled and timeoutMs beside it [R005]", () => {
    const tool = defineTool({
      ...minimal,
      config: { type: "object", properties: { region: { type: "string" } }, required: ["region"] },
    });
    expect(tool.contract.configSchema).toMatchObject({
      properties: { region: {}, enabled: {}, timeoutMs: {} },
      required: ["region"],
    });
  });

  it("has no validationSeverity and no sensitivity: posture is gated and approvalKey [R017] [R023]", () => {
    const tool = defineTool({ ...minimal, approvalKey: ({ text }) => text });
    const posture = Object.keys(tool).filter((key) =>
      /severity|sensitiv|gated|approval/i.test(key),
    );
    expect(posture.sort()).toEqual(["approvalKey", "gated"]);
    expect(tool.approvalKey?.({ text: "k" })).toBe("k");
  });

  it.each(["id", "description", "parameters", "requires", "execute"] as const)(
    "refuses a definition without %s [R018] [R019]",
    (field) => {
      const broken: Record<string, unknown> = { ...minimal };
      delete broken[field];
      let thrown: unknown;
      try {
        defineTool(broken as never);
      } catch (error) {
        thrown = error;
      }
      expect(isConfigurationError(thrown)).toBe(true);
      expect(String(thrown)).toContain(field);
    },
  );

  it("infers the mode from the name and lets the author override it [R219] [R220] [R221] [R222] [R223]", () => {
    const mode = (id: string) => defineTool({ ...minimal, id }).mode;
    expect(["get_x", "list_x", "read_x", "search_x"].map(mode)).toEqual(Array(4).fill("read"));
    expect(["create_x", "update_x", "add_x", "set_x"].map(mode)).toEqual(
      Array(4).fill("safe_write"),
    );
    expect(["delete_x", "remove_x", "archive_x", "drop_x"].map(mode)).toEqual(
      Array(4).fill("destructive"),
    );
    expect(["local_x", "shell_x", "exec_x"].map(mode)).toEqual(Array(3).fill("local"));
    expect(defineTool({ ...minimal, id: "delete_x", mode: "read" })).toMatchObject({
      mode: "read",
      kind: "read",
    });
  });

  it("gives one of the five modes for any name [R218]", () => {
    const modes = ["x", "reader", "getx", "Get_x", "external_thing", "deletes"].map(
      (id) => defineTool({ ...minimal, id }).mode,
    );
    expect(modes).toEqual(Array(6).fill("external"));
  });

  it("freezes the tool through and through", () => {
    const tool = defineTool({ ...minimal, resources: { text: "fs.read" } });
    expect(Object.isFrozen(tool)).toBe(true);
    expect(Object.isFrozen(tool.contract)).toBe(true);
    expect(Object.isFrozen(tool.limits.retry)).toBe(true);
    expect(Object.isFrozen(tool.resources.text?.[0])).toBe(true);
    const full = defineTool({
      ...minimal,
      output: { type: "object" },
      requires: { fs: { read: ["**"] } },
      flow: {},
      config: { properties: {} },
      limits: { timeoutMs: 5 },
      lifecycle: { init: () => undefined },
    });
    const open = Object.entries(full).filter(
      ([, part]) => typeof part === "object" && !Object.isFrozen(part),
    );
    expect(open).toEqual([]);
    expect(Object.isFrozen(full.requires.fs?.read)).toBe(true);
  });

  it("knows the tools it made, and no copy of them", () => {
    const tool = defineTool({ ...minimal, execute: () => null });
    expect(isDefinedTool(tool)).toBe(true);
    // A copy with every member that can be seen, of any kind, and an object that inherits all of them.
    const copy = Object.create(Object.prototype, Object.getOwnPropertyDescriptors(tool));
    expect([{ ...tool }, copy, Object.create(tool)].map(isDefinedTool)).toEqual([
      false,
      false,
      false,
    ]);
    expect(new Proxy(tool, {})).toEqual(tool);
    expect(isDefinedTool(new Proxy(tool, {}))).toBe(false);
    expect(Object.getPrototypeOf(tool)).toBe(Object.prototype);
    expect([undefined, null, 1].map(isDefinedTool)).toEqual([false, false, false]);
  });

  it("takes a Standard Schema and keeps its JSON Schema as the wire form", () => {
    const tool = defineTool({
      ...minimal,
      parameters: z.object({ text: z.string(), times: z.number().optional() }),
      execute: (args) => {
        expectTypeOf(args).toEqualTypeOf<{ text: string; times?: number | undefined }>();
        return args.text;
      },
    });
    expect(tool.standard).not.toBeNull();
    expect(tool.parameters).toMatchObject({
      type: "object",
      properties: { text: { type: "string" } },
    });
  });

  it("refuses a Standard Schema that cannot say itself as JSON Schema", () => {
    const mute = {
      "~standard": { version: 1, vendor: "x", validate: (value: unknown) => ({ value }) },
    } as const;
    expect(() => defineTool({ ...minimal, parameters: mute, execute: () => 1 })).toThrow(
      /JSON Schema/,
    );
  });

  it("lets types flow from a literal JSON Schema into execute", () => {
    defineTool({
      ...minimal,
      parameters: {
        type: "object",
        properties: {
          path: { type: "string" },
          limit: { type: "integer" },
          mode: { enum: ["a", "b"] },
          tags: { type: "array", items: { type: "string" } },
        },
        required: ["path", "mode"],
        additionalProperties: false,
      },
      execute: (args) => {
        expectTypeOf(args).toEqualTypeOf<{
          readonly path: string;
          readonly mode: "a" | "b";
          readonly limit?: number;
          readonly tags?: readonly string[];
        }>();
        return null;
      },
    });
  });

  it("types the runtime by what requires opened [R020] [R066]", () => {
    defineTool({
      ...minimal,
      requires: { fs: { read: ["**"] } },
      execute: (_args, runtime) => {
        expectTypeOf(runtime.fs).toHaveProperty("read");
        expectTypeOf(runtime.fs).not.toHaveProperty("write");
        expectTypeOf(runtime).not.toHaveProperty("net");
        expectTypeOf(runtime).not.toHaveProperty("shell");
        return null;
      },
    });
    defineTool({
      ...minimal,
      requires: { net: { hosts: ["*"] }, shell: [{ cmd: "git" }], capabilities: ["journal"] },
      execute: (_args, runtime) => {
        expectTypeOf(runtime).toHaveProperty("net");
        expectTypeOf(runtime).toHaveProperty("shell");
        expectTypeOf(runtime).toHaveProperty("process");
        expectTypeOf(runtime).toHaveProperty("journal");
        expectTypeOf(runtime).not.toHaveProperty("fs");
        return null;
      },
    });
  });
});

describe("a definition in plain JavaScript", () => {
  const wrong: readonly (readonly [string, object, RegExp])[] = [
    ["executor", { executor: "moon" }, /^executor must be one of "local", "remote"$/],
    ["gated", { gated: "no" }, /^gated must be true or false$/],
    ["approvalKey", { approvalKey: 7 }, /^approvalKey must be a function$/],
    ["label", { label: 1 }, /^label must be text$/],
    ["output", { output: "string" }, /^output must be a JSON Schema$/],
    ["resources", { resources: ["text"] }, /^resources must be an object$/],
    ["footprint", { footprint: {} }, /^footprint must be a function$/],
    ["composite", { composite: 1 }, /^composite must be true or false$/],
    ["mode", { mode: "reading" }, /^mode must be one of "read", /],
    ["kind", { kind: "reading" }, /^kind must be one of "read", /],
    ["limits", { limits: 5 }, /^limits must be an object$/],
    ["limits.timeoutMs", { limits: { timeoutMs: "5" } }, /^limits.timeoutMs must be a number/],
    ["limits.maxOutput", { limits: { maxOutput: Number.NaN } }, /^limits.maxOutput must be a num/],
    ["limits.callsPerSession", { limits: { callsPerSession: -1 } }, /^limits.callsPerSession must/],
    ["limits.retry", { limits: { retry: { attempts: 0 } } }, /^limits.retry.attempts must be a/],
    [
      "limits.maxTimeoutMs",
      { limits: { timeoutMs: 10, maxTimeoutMs: 5 } },
      /^limits.maxTimeoutMs must not be below/,
    ],
    ["repeatable", { repeatable: "yes" }, /^repeatable must be true or false$/],
    ["requiredCoreVersion", { requiredCoreVersion: 1 }, /^requiredCoreVersion must be text$/],
    ["config", { config: [] }, /^config must be a JSON Schema$/],
    ["state", { state: { version: "1" } }, /^state must be a version and a schema$/],
    ["lifecycle", { lifecycle: { init: "now" } }, /^lifecycle.init must be a function$/],
    ["parameters", { parameters: [] }, /^parameters must be a schema$/],
    ["requires", { requires: [] }, /^requires is missing/],
    ["requires.fs", { requires: { fs: { read: "**" } } }, /^requires.fs.read must be a list/],
    ["a scope", { requires: { fs: { reads: [] } } }, /^requires.fs.reads is no requirement/],
    ["a capability", { requires: { file: [] } }, /^requires.file is no requirement; there are fs/],
    ["a command", { requires: { shell: ["git"] } }, /^requires.shell\[0\] must be \{ cmd, args\? /],
    ["a variable", { requires: { env: [1] } }, /^requires.env must be a list of texts$/],
    ["an access", { resources: { text: "fs.reads" } }, /^resources.text must have one of fs.read/],
    ["no access", { resources: { text: [] } }, /^resources.text names no access$/],
    ["a tree", { resources: { text: { access: "fs.read", tree: 1 } } }, /true or false as tree$/],
    ["a default", { resources: { text: { access: "fs.read", default: 1 } } }, /text as default$/],
    ["the description", { description: "" }, /^description is missing$/],
    ["a blank description", { description: "\n\u00a0 " }, /^description is missing$/],
    ["a name", { resorces: {} }, /^resorces is no field of a tool; there are id, /],
  ];

  it.each(wrong)("is refused where %s is wrong [R015] [R016] [R017]", (_, more, message) => {
    const define = () => defineTool({ ...minimal, ...more } as never);
    expect(define).toThrow(/^tool echo: /);
    try {
      define();
    } catch (error) {
      expect(String((error as Error).message).replace("tool echo: ", "")).toMatch(message);
    }
  });

  it("is taken where every field is there and right", () => {
    const full = defineTool({
      ...minimal,
      label: "Echo",
      output: true,
      resources: { text: [{ access: "shell", cwd: "text" }, "fs.read"] },
      requires: {
        fs: { read: ["**"], write: [] },
        net: { hosts: ["*"] },
        shell: [{ cmd: "git", args: ["log", { wildcard: true }, { prefix: "-" }] }],
        env: ["HOME"],
        capabilities: ["journal"],
      },
      limits: { timeoutMs: 10, maxTimeoutMs: 20, callsPerSession: null, retry: { attempts: 2 } },
      config: false,
      state: { version: 1, schema: true },
      lifecycle: { init: () => undefined },
      executor: "remote",
      gated: false,
    });
    expect(full.limits).toEqual({
      ...DEFAULT_LIMITS,
      timeoutMs: 10,
      maxTimeoutMs: 20,
      retry: { ...DEFAULT_LIMITS.retry, attempts: 2 },
    });
    expect(defineTool({ ...full, id: "again" } as never)).toMatchObject({ gated: false });
  });

  it("lets a call ask for ten minutes, or for the usual time where that is longer, unless the tool says less", () => {
    const most = (limits: Partial<ToolLimits>) =>
      defineTool({ ...minimal, limits }).limits.maxTimeoutMs;
    expect(most({ timeoutMs: 5 })).toBe(600_000);
    expect(most({ timeoutMs: 900_000 })).toBe(900_000);
    expect(most({ timeoutMs: 5, maxTimeoutMs: 5 })).toBe(5);
  });
});
