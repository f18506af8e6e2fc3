import { defineTool, type Tool } from "@toolplane/contract";
import { createKernel } from "@toolplane/kernel";
import { createMemoryHost } from "@toolplane/testkit";
import { describe, expect, it } from "vitest";
import { allowAll } from "../road/fixture.ts";

const tools: readonly Tool[] = ["c", "a", "b"].map((id) =>
  defineTool({
    id,
    description: `Does ${id}.`,
    parameters: { type: "object", properties: { n: { type: "integer" } } },
    requires: {},
    execute: ({ n }) => `${id}${n}`,
  }),
);

describe("definitions", () => {
  it("hold only what a model sees, and a call finds the executable half by name [R032]", async () => {
    const kernel = createKernel({
      host: createMemoryHost(),
      tools,
      policy: [{ scope: "session", rules: [allowAll] }],
    });
    const session = kernel.session();
    const definitions = session.definitions();
    expect(definitions).toEqual(
      tools.map(({ id, description, parameters }) => ({
        name: id,
        description,
        inputSchema: parameters,
      })),
    );
    // Sent away and back as text, as over a wire: nothing but the name leads to the tool.
    const [wire] = JSON.parse(JSON.stringify(definitions)) as { name: string }[];
    const call = { id: "1", name: wire?.name ?? "", arguments: { n: 7 } };
    expect(await session.call(call)).toMatchObject({ data: "c7" });
    expect(kernel.tools().find(({ tool }) => tool.id === wire?.name)?.tool).toBe(tools[0]);
  });

  it("come without an order that means anything: any order of registering gives the same tools [R033]", async () => {
    const orders = [tools, [...tools].reverse(), [tools[1], tools[2], tools[0]] as const];
    for (const order of orders) {
      const kernel = createKernel({
        host: createMemoryHost(),
        tools: order as readonly Tool[],
        policy: [{ scope: "session", rules: [allowAll] }],
      });
      const session = kernel.session();
      const said = [];
      for (const name of ["a", "b", "c"])
        said.push(await session.call({ id: name, name, arguments: { n: 1 } }));
      expect(said).toMatchObject([{ data: "a1" }, { data: "b1" }, { data: "c1" }]);
    }
    // Neither a tool nor its origin has a place to say an order.
    expect(
      Object.keys(tools[0] as Tool).filter((key) => /order|priority|before|after/i.test(key)),
    ).toEqual([]);
  });
});
