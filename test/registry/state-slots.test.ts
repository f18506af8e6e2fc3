import { defineTool, type Json, type StateSlot, type Tool } from "@toolplane/contract";
import { createKernel } from "@toolplane/kernel";
import { createMemoryHost } from "@toolplane/testkit";
import { describe, expect, it } from "vitest";
import { allowAll, codeOf } from "../road/fixture.ts";

const policy = [{ scope: "session", rules: [allowAll] }] as const;

/** Counts its calls in its slot. */
const counter = (id: string, more: object = {}): Tool =>
  defineTool({
    id,
    description: "Counts.",
    parameters: { type: "object" },
    requires: {},
    state: { version: 1, schema: { type: "integer" } },
    ...more,
    execute: async (_args, { state }) => {
      const count = Number(await state.get()) + 1;
      await state.set(count);
      return count;
    },
  });

describe("state slots", () => {
  it("persist across turns for a tool that declares one, each its own [R293]", async () => {
    const kernel = createKernel({
      host: createMemoryHost(),
      policy,
      tools: [
        counter("one"),
        counter("two"),
        { ...counter("none"), contract: { ...counter("none").contract, stateSlot: null } },
      ],
    });
    const session = kernel.session();
    const call = async (id: string, name: string): Promise<unknown> => {
      const result = await session.call({ id, name, arguments: {} });
      return result.type === "output" ? result.data : codeOf(result);
    };
    expect([await call("1", "one"), await call("2", "two"), await call("3", "one")]).toEqual([
      1, 1, 2,
    ]);
    expect(await call("4", "none")).toBe("internal");
    expect(await call("5", "one")).toBe(3);
  });

  it("persist beyond the process with a host that keeps them [R293]", async () => {
    const kept = new Map<string, Json>();
    const stateSlot = (sessionId: string, toolId: string): StateSlot => ({
      get: async () => kept.get(`${sessionId}/${toolId}`) ?? null,
      set: async (value) => void kept.set(`${sessionId}/${toolId}`, value),
    });
    const counts = [];
    for (const id of ["s1", "s1", "s2"]) {
      const kernel = createKernel({
        host: createMemoryHost(),
        policy,
        stateSlot,
        tools: [counter("c")],
      });
      counts.push(await kernel.session({ id }).call({ id: "1", name: "c", arguments: {} }));
    }
    expect(counts).toMatchObject([{ data: 1 }, { data: 2 }, { data: 1 }]);
  });
});
