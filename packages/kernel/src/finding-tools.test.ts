import { defineTool, type Rule, type Tool } from "@toolplane/contract";
import { createMemoryHost } from "@toolplane/testkit";
import { describe, expect, it } from "vitest";
import { createKernel } from "./face/create-kernel.ts";
import { createRegistry } from "./registry/create-registry.ts";
import { createToolListing } from "./registry/tool-listing.ts";
import { createCatalogSearch } from "./search/create-catalog-search.ts";
import { createSearchService } from "./search/create-search-service.ts";

const allowAll: Rule = { permission: "*", pattern: "**", action: "allow" };
const server = { layer: "mcp", source: "office" } as const;

const tool = (id: string, description: string): Tool =>
  defineTool({
    id,
    description,
    parameters: { type: "object" },
    requires: {},
    execute: () => id,
  });

/** A registry with more tools than are listed, and a session's view of it. */
function openOffice() {
  const registry = createRegistry({ config: {}, deferAbove: 2 });
  registry.register(tool("own", "Does what the host does."), { layer: "bundled" });
  registry.register(tool("send_mail", "Sends a message to somebody."), server);
  registry.register(tool("book_room", "Reserves a room for a meeting."), server);
  registry.register(tool("count_stamps", "Counts what is left of the stamps."), server);
  const listing = createToolListing(registry);
  const search = createCatalogSearch(registry);
  const service = createSearchService({ search, reveal: listing.reveal });
  const listed = (): readonly string[] => listing.definitions().map(({ name }) => name);
  return { registry, listing, search, service, listed };
}

describe("finding tools", () => {
  it("lists what was found, at the end, for the rest of the session", async () => {
    const { registry, service, listed } = openOffice();
    expect(listed()).toEqual(["own"]);
    expect(await service.search("stamps", 5)).toEqual([
      { name: "count_stamps", description: "Counts what is left of the stamps." },
    ]);
    expect(listed()).toEqual(["own", "count_stamps"]);
    expect((await service.search("reserve a meeting room", 1)).map(({ name }) => name)).toEqual([
      "book_room",
    ]);
    registry.register(tool("later", "Comes later."), { layer: "bundled" });
    expect(listed()).toEqual(["own", "count_stamps", "book_room", "later"]);
  });

  it("shows nobody a call of the program itself, also where a session names it among its tools", async () => {
    const kernel = createKernel({
      host: createMemoryHost(),
      policy: [{ scope: "project", rules: [allowAll] }],
      presetTools: { tools: [], inside: [tool("whisper", "Whispers a message to somebody.")] },
    });
    const session = kernel.session({ tools: ["whisper"] });
    expect([kernel.tools(), kernel.describe(), session.definitions()]).toEqual([[], [], []]);
    const call = { id: "c", name: "whisper", arguments: {} };
    expect(await session.call(call, { byName: true })).toMatchObject({ type: "output" });
  });

  it("neither lists nor finds an unlisted tool, which can be called all the same", async () => {
    const kernel = createKernel({
      host: createMemoryHost(),
      policy: [{ scope: "project", rules: [allowAll] }],
    });
    const unlisted = { layer: "bundled", exposure: "unlisted" } as const;
    kernel.register(tool("whisper", "Whispers a message to somebody."), unlisted);
    kernel.register(tool("own", "Does what the host does."));
    const session = kernel.session();
    expect(session.definitions().map(({ name }) => name)).toEqual(["own"]);
    expect(kernel.describe().find(({ name }) => name === "whisper")?.exposure).toBe("unlisted");
    expect(await session.call({ id: "1", name: "whisper", arguments: {} })).toMatchObject({
      data: "whisper",
    });
    const { registry, service } = openOffice();
    registry.register(tool("whisper", "Whispers stamps."), unlisted);
    expect((await service.search("whispers stamps", 5)).map(({ name }) => name)).toEqual([
      "count_stamps",
    ]);
  });

  it("reveals nothing to another session", async () => {
    const { registry, service, listed } = openOffice();
    await service.search("stamps", 5);
    const other = createToolListing(registry);
    expect([listed(), other.definitions().map(({ name }) => name)]).toEqual([
      ["own", "count_stamps"],
      ["own"],
    ]);
  });

  it("follows the registry: what came is found, what went or was switched off is not", async () => {
    const { registry, service } = openOffice();
    const names = async (query: string): Promise<readonly string[]> =>
      (await service.search(query, 5)).map(({ name }) => name);
    expect(await names("stamps")).toEqual(["count_stamps"]);
    const added = registry.register(tool("buy_stamps", "Buys more stamps."), server);
    expect(await names("stamps")).toEqual(["buy_stamps", "count_stamps"]);
    await added.reload(tool("buy_stamps", "Buys more paper."));
    expect(await names("paper")).toEqual(["buy_stamps"]);
    await added.close();
    registry.configure("count_stamps", { enabled: false });
    expect(await names("stamps")).toEqual([]);
  });

  it("never finds itself, nor what the session does not have", async () => {
    const { registry, search } = openOffice();
    const parameters = {
      type: "object",
      properties: { query: { type: "string" } },
      required: ["query"],
      additionalProperties: false,
    } as const;
    const searching = defineTool({
      id: "tool_search",
      description: "Finds stamps.",
      parameters,
      requires: {},
      execute: () => null,
    });
    registry.register(searching, { layer: "bundled" });
    const revealed: string[] = [];
    const service = createSearchService({
      search,
      reveal: (names) => revealed.push(...names),
      accepts: (name) => name !== "count_stamps",
    });
    expect(await service.search("stamps message room", 10)).toMatchObject([
      { name: "book_room" },
      { name: "send_mail" },
    ]);
    expect(revealed).toEqual(["book_room", "send_mail"]);
  });

  it("answers with one line each, and no more than is asked for or bearable", async () => {
    const registry = createRegistry({ config: {} });
    for (let at = 0; at < 80; at += 1)
      registry.register(tool(`paint_${at}`, `Paints.\n${"Much more of it. ".repeat(50)}`), server);
    const search = createCatalogSearch(registry);
    const service = createSearchService({ search, reveal: () => undefined });
    const found = await service.search("paint", 3);
    expect(found).toHaveLength(3);
    expect(found[0]?.description).toMatch(/^Paints\. Much more of it\. .*…$/);
    expect(found[0]?.description).toHaveLength(200);
    for (const limit of [1_000, Number.POSITIVE_INFINITY])
      expect(await service.search("paint", limit)).toHaveLength(50);
    for (const limit of [0, -1, Number.NaN])
      expect(await service.search("paint", limit)).toEqual([]);
  });

  it("serves a tool on the road", async () => {
    const { service, listed } = openOffice();
    const finder = defineTool({
      id: "find_tool",
      description: "Finds tools.",
      parameters: {
        type: "object",
        properties: { query: { type: "string" } },
        required: ["query"],
      },
      requires: {},
      execute: async ({ query }, { services }) => (await services.tools?.search(query, 5)) ?? null,
    });
    const kernel = createKernel({
      host: createMemoryHost(),
      tools: [finder],
      services: { tools: service },
      policy: [{ scope: "session", rules: [allowAll] }],
    });
    const call = { id: "1", name: "find_tool", arguments: { query: "stamps" } };
    expect(await kernel.session().call(call)).toMatchObject({
      type: "output",
      data: [{ name: "count_stamps" }],
    });
    expect(listed()).toEqual(["own", "count_stamps"]);
  });
});
