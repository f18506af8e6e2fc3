import { describe, expect, it } from "vitest";
import { createRegistry } from "./create-registry.ts";
import { plainTool } from "./tool.fixture.ts";

const open = () => createRegistry({ config: {}, variables: () => ({ workspace: ["/ws"] }) });
const local = { layer: "global" } as const;
const server = { layer: "mcp", source: "far" } as const;

describe("a tool that a person wrote", () => {
  it.each(["array", "string", ["string", "null"]])(
    "a tool that a person wrote takes an object, not %j",
    (type) => {
      const tool = plainTool("odd", { parameters: { type } });
      expect(() => open().register(tool, local)).toThrow("its parameters must describe an object");
    },
  );

  it("a tool that a person wrote has a schema that can be used", () => {
    const tool = plainTool("odd", { parameters: { type: "object", properties: 7 } });
    expect(() => open().register(tool, local)).toThrow("its parameters cannot be used");
  });

  it("a tool that a person wrote requires only variables that exist", () => {
    const tool = plainTool("odd", { requires: { fs: { read: ["{nowhere}/**"] } } });
    expect(() => open().register(tool, local)).toThrow("undefined variable {nowhere}");
    expect(() => open().register(plainTool("fine"), local)).not.toThrow();
  });

  it("a person's tool is checked when it is registered, and a server's when it is first called", () => {
    const tool = plainTool("odd", { requires: { fs: { read: ["{nowhere}/**"] } } });
    expect(open().register(tool, server).status).toBe("active");
  });
});
