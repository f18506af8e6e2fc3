import { defineTool, type Tool, ToolError } from "@toolplane/contract";
import { createKernel } from "@toolplane/kernel";
import { describe, expect, it } from "vitest";
import { allowAll, codeOf, openWorld } from "../road/fixture.ts";

const tool = (id: string, says: unknown = id, more: object = {}): Tool =>
  defineTool({
    id,
    description: `Says ${id}.`,
    parameters: { type: "object" },
    requires: {},
    ...more,
    execute: () => says,
  });

function openKernel(
  tools: readonly Tool[] = [],
  options: Partial<Parameters<typeof createKernel>[0]> = {},
) {
  const world = openWorld();
  const kernel = createKernel({
    host: world.host,
    tools,
    policy: [{ scope: "session", rules: [allowAll] }],
    ...options,
  });
  let made = 0;
  const session = kernel.session();
  const call = (name: string) => {
    made += 1;
    return session.call({ id: `c${made}`, name, arguments: {} });
  };
  return { world, kernel, session, call };
}

describe("the registry in the road", () => {
  it("refuses a call meant for a tool that another replaced since it was listed", async () => {
    const { kernel, session, call } = openKernel();
    const first = kernel.register(tool("swap", "first"), { layer: "global" });
    expect(session.definitions().map(({ name }) => name)).toEqual(["swap"]);
    await first.close();
    kernel.register(tool("swap", "second", { description: "Another." }), { layer: "global" });
    expect(await call("swap")).toMatchObject({
      code: "unknown_tool",
      error_text: expect.stringContaining("replaced"),
    });
    expect(session.definitions()[0]?.description).toBe("Another.");
    expect(await call("swap")).toMatchObject({ data: "second" });
  });

  it("reveals what was shadowed when the shadow goes", async () => {
    const { kernel, call } = openKernel([tool("name", "bundled")]);
    const shadow = kernel.register(tool("name", "project"), { layer: "project", trusted: true });
    expect(await call("name")).toMatchObject({ data: "project" });
    expect(kernel.describe().find(({ name }) => name === "name")).toMatchObject({
      origin: "project",
    });
    await shadow.close();
    expect(await call("name")).toMatchObject({ data: "bundled" });
  });

  it("drains a tool that goes: running calls end, new ones are refused", async () => {
    let finish: (value: string) => void = () => undefined;
    const long = tool(
      "long",
      new Promise((done) => {
        finish = done;
      }),
    );
    const { kernel, call } = openKernel();
    const registration = kernel.register(long, { layer: "global" });
    const running = call("long");
    const closed = registration.close();
    expect(["unknown_tool", "unavailable"]).toContain(codeOf(await call("long")));
    finish("done");
    expect(await running).toMatchObject({ data: "done" });
    await closed;
  });

  it("does not begin a call whose tool went while a person was asked about it", async () => {
    let ran = 0;
    const { promise: asked, resolve: shown } = Promise.withResolvers<void>();
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
    const { kernel } = openKernel([], {
      policy: [],
      defaultPolicy: false,
      broker: {
        ask: async () => {
          shown();
          await answered;
          return { choice: "once" };
        },
      },
    });
    const counting = defineTool({
      id: "counting",
      description: "Counts.",
      parameters: { type: "object" },
      requires: {},
      execute: () => {
        ran += 1;
        return ran;
      },
    });
    const registration = kernel.register(counting, { layer: "global" });
    const pending = kernel.session().call({ id: "a", name: "counting", arguments: {} });
    await asked;
    await registration.close();
    answer();
    expect(codeOf(await pending)).toBe("unavailable");
    expect(ran).toBe(0);
  });

  it("counts calls, successes, failures and time per tool", async () => {
    const { kernel, call } = openKernel([
      tool("fine"),
      tool("sad", Promise.reject(new TypeError("x"))),
    ]);
    await call("fine");
    await call("fine");
    await call("sad");
    await call("nowhere");
    expect(Object.fromEntries(kernel.metrics())).toMatchObject({
      fine: { total: 2, success: 2, failure: 0 },
      sad: { total: 1, success: 0, failure: 1 },
    });
    expect(kernel.metrics().has("nowhere")).toBe(false);
  });

  it("holds changes back while a batch runs", async () => {
    const { kernel, session } = openKernel();
    const registering = tool("registering", null);
    const late: Tool = {
      ...registering,
      execute: () => void kernel.register(tool("late"), { layer: "global" }),
    };
    kernel.register(late);
    const call = (id: string, name: string) => ({ id, name, arguments: {} });
    const { results } = await session.callAll([call("1", "registering"), call("2", "late")]);
    expect(results.map(codeOf)).toEqual(["output", "unknown_tool"]);
    expect(codeOf(await session.call(call("3", "late")))).toBe("output");
  });

  it("lists the same bytes until something changes, and appends what is found", async () => {
    const remote = Array.from({ length: 30 }, (_, index) => tool(`remote_${index}`, index));
    const search: Tool = defineTool({
      id: "finder",
      description: "Finds tools.",
      parameters: {
        type: "object",
        properties: { query: { type: "string" } },
        required: ["query"],
      },
      requires: {},
      execute: async ({ query }, { services }) =>
        (await services.tools?.search(query, 3))?.map(({ name }) => name),
    });
    const { kernel, session, call } = openKernel([search]);
    for (const one of remote) kernel.register(one, { layer: "mcp", source: "far" });
    const before = session.listing();
    expect(session.listing()).toBe(before);
    expect(session.definitions().map(({ name }) => name)).not.toContain("remote_7");
    expect(codeOf(await call("remote_7"))).toBe("unknown_tool");
    const found = await session.call({ id: "s", name: "finder", arguments: { query: "remote 7" } });
    expect(found.type === "output" && found.data).toContain("remote_7");
    expect(session.listing().startsWith(before.slice(0, -1))).toBe(true);
    expect(await call("remote_7")).toMatchObject({ data: 7 });
  });

  it("lets a call wait for a tool that is being started", async () => {
    const { promise: prepared, resolve } = Promise.withResolvers<void>();
    const slow = tool("slow", "ready", { lifecycle: { init: () => prepared } });
    const { call } = openKernel([slow]);
    const pending = call("slow");
    resolve();
    expect(await pending).toMatchObject({ data: "ready" });
  });

  it("leaves out a tool that fails to load, says why, and goes on with the others [R024]", async () => {
    const broken = tool("broken", null, {
      lifecycle: {
        init: () => {
          throw new ToolError("unavailable", "no database here");
        },
      },
    });
    const { kernel, session, call } = openKernel([tool("fine"), broken]);
    await kernel.ready();
    expect(session.definitions().map(({ name }) => name)).toEqual(["fine"]);
    expect(codeOf(await call("broken"))).toBe("unknown_tool");
    expect(await call("fine")).toMatchObject({ data: "fine" });
    expect(kernel.problems()).toMatchObject([
      { name: "broken", message: expect.stringContaining("no database here") },
    ]);
  });
});
