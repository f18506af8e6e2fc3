/** When a tool is put in another's place: never under a call of it, and never between two answers of a run. */
import { defineTool, type Tool } from "@toolplane/contract";
import { createKernel } from "@toolplane/kernel";
import { createMemoryHost } from "@toolplane/testkit";
import { scriptedModel } from "toolplane/agent";
import { describe, expect, it } from "vitest";
import { openLibrary } from "../library/fixture.ts";

const tool = (said: string, until: Promise<unknown> = Promise.resolve()): Tool =>
  defineTool({
    id: "say",
    description: `Says ${said}.`,
    parameters: { type: "object" },
    requires: {},
    gated: false,
    execute: () => until.then(() => said),
  });

const other = (): Tool =>
  defineTool({
    id: "other",
    description: "Another.",
    parameters: { type: "object" },
    requires: {},
    gated: false,
    execute: () => "other",
  });

describe("a tool that is reloaded while a call of it waits", () => {
  it("stays the tool of its name until the call has settled, and others change meanwhile [R049]", async () => {
    const gate = Promise.withResolvers<void>();
    const kernel = createKernel({ host: createMemoryHost() });
    const registration = kernel.register(tool("old", gate.promise), { layer: "bundled" });
    const session = kernel.session();
    const call = session.call({ id: "1", name: "say", arguments: {} });
    const reloading = registration.reload(tool("new"));
    const shadow = kernel.register(tool("shadow"), { layer: "global" });
    kernel.register(other(), { layer: "bundled" });
    const named = () => session.definitions().map(({ description }) => description);
    expect([named(), shadow.status]).toEqual([["Says old.", "Another."], "queued"]);
    gate.resolve();
    expect(await call).toMatchObject({ data: "old" });
    await reloading;
    expect([named(), shadow.status]).toEqual([["Says shadow.", "Another."], "active"]);
    await shadow.close();
    expect(named()).toEqual(["Says new.", "Another."]);
    expect(await session.call({ id: "2", name: "say", arguments: {} })).toMatchObject({
      data: "new",
    });
    await kernel.close();
  });

  it("is gone at once where it is taken away: what nobody may call any more is called by nobody", async () => {
    const gate = Promise.withResolvers<void>();
    const kernel = createKernel({ host: createMemoryHost() });
    const registration = kernel.register(tool("old", gate.promise), { layer: "bundled" });
    const session = kernel.session();
    const call = session.call({ id: "1", name: "say", arguments: {} });
    const closing = registration.close();
    expect(session.definitions()).toEqual([]);
    expect(await session.call({ id: "2", name: "say", arguments: {} })).toMatchObject({
      code: "unknown_tool",
    });
    gate.resolve();
    expect(await call).toMatchObject({ data: "old" });
    await closing;
    await kernel.close();
  });
});

describe("a tool that is reloaded between two answers of a run", () => {
  it("is replaced when the run is over; what is new can be called at once [R049]", async () => {
    const { tp } = await openLibrary({ tools: [] });
    const registration = tp.kernel.register(tool("old"), { layer: "global" });
    let answers = 0;
    let reloading: Promise<void> | undefined;
    const model = scriptedModel(() => {
      answers += 1;
      if (answers === 2) {
        reloading = registration.reload(tool("new"));
        tp.kernel.register(other(), { layer: "bundled" });
      }
      if (answers > 3) return { text: "Done." };
      return { calls: [{ name: answers === 3 ? "other" : "say" }] };
    });
    const agent = await tp.agent({ model });
    const results: unknown[] = [];
    agent.on((event) => {
      if (event.type === "call-settle") results.push(event.result);
    });
    expect(await agent.run("Say it.")).toMatchObject({ status: "done" });
    expect(results).toMatchObject([{ data: "old" }, { data: "old" }, { data: "other" }]);
    await reloading;
    const again = await tp.call({ id: "later", name: "say", arguments: {} });
    expect(again).toMatchObject({ data: "new" });
    await agent.close();
  });
});
