import { defineTool, type Tool, type ToolLayer } from "@toolplane/contract";
import { CORE_VERSION, createKernel } from "@toolplane/kernel";
import { describe, expect, it } from "vitest";
import kernelPackage from "../../packages/kernel/package.json" with { type: "json" };
import { allowAll, codeOf, openWorld } from "./fixture.ts";

const plain = (id: string, more: object = {}): Tool =>
  defineTool({
    id,
    description: "A tool.",
    parameters: { type: "object" },
    requires: {},
    ...more,
    execute: () => id,
  });

describe("registration", () => {
  it("takes tools of every source through one contract, called by flat name [R010]", async () => {
    const { host } = openWorld();
    const kernel = createKernel({ host, policy: [{ scope: "session", rules: [allowAll] }] });
    const layers: ToolLayer[] = ["bundled", "global", "project", "mcp", "openapi"];
    for (const layer of layers) kernel.register(plain(`from_${layer}`), { layer });
    const first = kernel.session();
    const second = kernel.session();
    for (const [index, layer] of layers.entries()) {
      for (const session of [first, second]) {
        const result = await session.call({ id: `${index}`, name: `from_${layer}`, arguments: {} });
        expect(result).toMatchObject({ type: "output", data: `from_${layer}` });
      }
    }
    expect(kernel.tools().map(({ layer }) => layer)).toEqual(layers);
  });

  it("keeps out a tool whose kernel range is not satisfied [R004]", () => {
    const { host } = openWorld();
    const kernel = createKernel({ host });
    expect(() => kernel.register(plain("future", { requiredCoreVersion: ">=99.0.0" }))).toThrow(
      /needs kernel >=99.0.0/,
    );
    expect(() => kernel.register(plain("odd", { requiredCoreVersion: "sometimes" }))).toThrow(
      /not a version range/,
    );
    kernel.register(plain("fine", { requiredCoreVersion: `^${CORE_VERSION}` }));
    expect(kernel.tools().map(({ tool }) => tool.id)).toEqual(["fine"]);
    expect(CORE_VERSION).toBe(kernelPackage.version);
  });

  it("validates configuration with the tool's own schema [R005]", async () => {
    const { host } = openWorld();
    const config = {
      type: "object",
      properties: { region: { enum: ["eu", "us"] } },
      required: ["region"],
    } as const;
    const make = (given: object) =>
      createKernel({
        host,
        tools: [plain("regional", { config })],
        toolConfig: { regional: given as never },
      });
    const messages = (given: object) =>
      make(given)
        .problems()
        .map(({ message }) => message);
    expect(messages({})).toMatchObject([expect.stringMatching(/config: .*region/)]);
    expect(messages({ region: "mars" })).toMatchObject([expect.stringMatching(/config: .*region/)]);
    expect(messages({ region: "eu", timeoutMs: 0 })).toMatchObject([
      expect.stringMatching(/config: .*timeoutMs/),
    ]);
    expect(make({}).tools()).toEqual([]);
    expect(make({ region: "eu", timeoutMs: 5, enabled: true }).tools()).toHaveLength(1);
    const off = createKernel({
      host,
      tools: [plain("off")],
      toolConfig: { off: { enabled: false } },
    });
    expect(codeOf(await off.session().call({ id: "1", name: "off", arguments: {} }))).toBe(
      "disabled",
    );
  });

  it("loads any number of tools, each of them callable [R006]", async () => {
    const world = openWorld({
      rules: [allowAll],
      kernel: { tools: Array.from({ length: 500 }, (_, index) => plain(`t${index}`)) },
    });
    for (const name of ["t0", "t250", "t499"])
      expect(await world.call(name)).toMatchObject({ data: name });
  });

  it("refuses a half-made tool that did not come from defineTool [R018] [R019]", () => {
    const { host } = openWorld();
    const kernel = createKernel({ host });
    for (const missing of ["id", "description", "parameters", "requires"]) {
      const broken: Record<string, unknown> = { ...plain("x") };
      delete broken[missing];
      expect(() => kernel.register(broken as never)).toThrow(missing);
    }
    expect(kernel.tools()).toEqual([]);
  });

  it("refuses a second tool under the same name", () => {
    const { host } = openWorld();
    expect(() => createKernel({ host, tools: [plain("twice"), plain("twice")] })).toThrow(
      /registered already/,
    );
  });

  it("gives execute the model's arguments and the system's runtime apart [R020]", async () => {
    let given: unknown[] = [];
    const apart = defineTool({
      id: "apart",
      description: "Two.",
      parameters: { type: "object" },
      requires: {},
      execute: (...all: unknown[]) => {
        given = all;
        return null;
      },
    });
    const world = openWorld({ rules: [allowAll], kernel: { tools: [apart] } });
    await world.call("apart", { a: 1 });
    expect(given).toHaveLength(2);
    expect(given[0]).toEqual({ a: 1 });
    expect(given[1]).toHaveProperty("signal");
  });
});
