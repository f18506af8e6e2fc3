import { openRecordedWorld, type RecordedWorld } from "@toolplane/cli/fixtures";
import { defineTool } from "@toolplane/contract";
import { createToolplane } from "toolplane";
import { describe, expect, it } from "vitest";

const counter = defineTool({
  id: "counter",
  description: "Counts.",
  parameters: { type: "object" },
  requires: {},
  state: { version: 1, schema: { type: "object" } },
  execute: async (_, { state }) => {
    const kept = (await state.get()) as { readonly count: number } | null;
    const count = (kept?.count ?? 0) + 1;
    await state.set({ count });
    return count;
  },
});

async function open({ workspace, data, state }: RecordedWorld) {
  const { store, key, close } = await state();
  const toolplane = await createToolplane({
    workspace,
    userData: data,
    sandbox: "none",
    tools: [counter],
    onWarning: () => {},
    record: { store, key },
  });
  return {
    store,
    toolplane,
    async close() {
      await toolplane.close();
      await close();
    },
  };
}

const rules = [{ permission: "*", pattern: "**", action: "allow" }] as const;
const call = (id: string) => ({ id, name: "counter", arguments: {} });

describe("on the store of this machine", () => {
  it("a tool finds its slot again when its session goes on in another process [R293]", async () => {
    const world = openRecordedWorld();
    const first = await open(world);
    const session = first.toolplane.session({ rules });
    expect(await session.call(call("a"))).toMatchObject({ data: 1 });
    expect(await session.call(call("b"))).toMatchObject({ data: 2 });
    await first.close();
    const second = await open(world);
    const resumed = await second.toolplane.resume(session.id, { rules });
    expect(await resumed.call(call("c"))).toMatchObject({ data: 3 });
    const other = second.toolplane.session({ rules });
    expect(await other.call(call("a"))).toMatchObject({ data: 1 });
    await second.close();
  });

  it("each result stands in the chat part of its call [R063]", async () => {
    const world = openRecordedWorld();
    const { store, toolplane, close } = await open(world);
    const session = toolplane.session({ rules });
    await session.call(call("a"));
    await session.call({ id: "b", name: "missing", arguments: {} });
    await toolplane.close();
    const parts = await store.parts.list(session.id);
    expect(parts).toMatchObject([
      { toolCallId: "a", toolState: "output-available", data: { result: { data: 1 } } },
      { toolCallId: "b", toolState: "output-error" },
    ]);
    await close();
  });
});
