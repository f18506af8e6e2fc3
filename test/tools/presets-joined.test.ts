import { defineTool, type JsonObject } from "@toolplane/contract";
import { createMemoryHost, createScriptedBroker } from "@toolplane/testkit";
import { PRESETS } from "@toolplane/tools";
import { createToolplane } from "toolplane";
import { describe, expect, it } from "vitest";

const files = { "a.txt": "one\n" };
// Without what this machine has on its PATH.
const quiet = { onWarning: () => {}, environment: { PATH: "" } };

async function open(preset: keyof typeof PRESETS | undefined, more: object = {}) {
  const broker = createScriptedBroker(() => "reject");
  const toolplane = await createToolplane({
    host: createMemoryHost({ files }),
    broker,
    ...quiet,
    ...(preset ? { preset } : {}),
    ...more,
  });
  return { toolplane, broker, session: toolplane.session() };
}

/** What a model is offered: a search needs a service, and the preset's lsp a language server. */
const offered = (name: keyof typeof PRESETS): readonly string[] =>
  PRESETS[name].tools
    .map(({ id }) => id)
    .filter((id) => !/^web[-_]search$/.test(id) && (name !== "bundled" || id !== "lsp"));

describe("createToolplane with a preset or a profile", () => {
  it("has the preset's tools and no others; without one and without tools it is the locked one", async () => {
    for (const preset of Object.values(PRESETS)) {
      const { session, toolplane } = await open(preset.name);
      expect(session.definitions().map(({ name }) => name)).toEqual(offered(preset.name));
      await toolplane.close();
    }
    const names = async (more: object) =>
      (await open(undefined, more)).session.definitions().map(({ name }) => name);
    expect(await names({})).toEqual(offered("locked"));
    expect(await names({ tools: [] })).toEqual([]);
  });

  it("changes nothing of who answers when no rule speaks; a profile does", async () => {
    const asks = async (word: string, name: string, more: object = {}) => {
      const chosen = word in PRESETS ? { preset: word } : { profile: word };
      const { session, broker } = await open(undefined, {
        ...chosen,
        defaultPolicy: false,
        ...more,
      });
      const args = { path: "a.txt", content: "two\n" };
      const own = name === "file_manager" ? { ...args, action: "write" } : args;
      await session.call({ id: "1", name, arguments: own });
      return broker.questions().length;
    };
    for (const preset of ["locked", "everyday", "bundled"]) {
      expect(await asks(preset, "write")).toBe(0);
      expect(await asks(preset, "write", { contained: false })).toBe(1);
    }
    expect(await asks("minimal", "write_file", { contained: false })).toBe(1);
    expect(await asks("managers", "file_manager", { contained: false })).toBe(1);
    expect(await asks("grida", "write")).toBe(1);
    expect(await asks("stud", "write")).toBe(1);
    expect(await asks("stud", "write", { contained: true })).toBe(0);
    expect(await asks("phi", "write_file", { contained: false })).toBe(0);
    expect(await asks("morphix", "file_manager", { contained: false })).toBe(0);
  });

  it("asks about the managers' dangerous actions under morphix, and reads unasked under stud", async () => {
    const managers = await open(undefined, { profile: "morphix", defaultPolicy: false });
    const remove = { action: "delete", path: "a.txt" };
    const call = { id: "1", name: "file_manager", arguments: remove };
    expect(await managers.session.call(call)).toMatchObject({ code: "approval_rejected" });
    const bundled = await open(undefined, { profile: "stud", defaultPolicy: false });
    const read = { id: "1", name: "read", arguments: { path: "a.txt" } };
    expect(await bundled.session.call(read)).toMatchObject({ type: "output" });
    expect(bundled.broker.questions()).toEqual([]);
  });

  it("lets a host's own tool and options stand above it", async () => {
    const own = defineTool({
      id: "write",
      description: "Another.",
      parameters: {
        type: "object",
        properties: { path: { type: "string" }, content: { type: "string" } },
        required: ["path", "content"],
        additionalProperties: false,
      },
      requires: {},
      execute: () => "mine",
    });
    const { session, toolplane } = await open("locked", { tools: [own] });
    expect(session.definitions().filter(({ name }) => name === "write")).toMatchObject([
      { description: "Another." },
    ]);
    expect(toolplane.session({ mode: "yolo" }).manifest.mode).toBe("yolo");
    expect(session.manifest.mode).toBe("ask");
  });

  it("registers the managers' ask_clarification without telling a model of it", async () => {
    const { session, toolplane } = await open("managers");
    expect(session.listing()).not.toContain("ask_clarification");
    expect(toolplane.kernel.describe().map(({ name }) => name)).toContain("ask_clarification");
  });

  it("searches where the host's configuration says, under each preset's name for it", async () => {
    const toolConfig = (id: string) => ({
      [id]: { providers: [{ kind: "searxng", url: "https://search.example/" }] },
    });
    const hits = JSON.stringify({
      results: [{ title: "T", url: "https://t.example/", content: "c" }],
    });
    for (const [preset, id] of [
      ["locked", "web_search"],
      ["bundled", "web-search"],
      ["managers", "web_search"],
    ] as const) {
      const host = createMemoryHost({ servers: { "search.example:443": hits } });
      const { toolplane } = await open(preset, { host, toolConfig: toolConfig(id) });
      const session = toolplane.session({
        rules: [{ permission: "*", pattern: "**", action: "allow" }],
      });
      expect(await session.call({ id: "1", name: id, arguments: { query: "t" } })).toMatchObject({
        data: { results: [{ title: "T", url: "https://t.example/" }] },
      });
    }
  });

  it("offers the bundled lsp where something can answer it, and not otherwise", async () => {
    const names = async (more: object) =>
      (await open("bundled", more)).session.definitions().map(({ name }) => name);
    const languages = { ask: async () => ({ kind: "text", text: "" }) };
    expect(await names({})).not.toContain("lsp");
    expect(await names({ services: { languages } })).toContain("lsp");
  });

  it("[R263] lets the managers' web_search say how many results, ten at most and five unless told", async () => {
    const results = Array.from({ length: 15 }, (_, index) => ({
      title: `T${index}`,
      url: `https://t.example/${index}`,
      content: "c",
    }));
    const host = createMemoryHost({
      servers: {
        "search.example:443": JSON.stringify({ results }),
        "page.example:443": () => ({
          headers: { "content-type": "text/plain" },
          body: "The text.",
        }),
      },
    });
    const providers = [{ kind: "searxng", url: "https://search.example/" }];
    const { toolplane } = await open("managers", {
      host,
      toolConfig: { web_search: { providers } },
    });
    const session = toolplane.session({
      rules: [{ permission: "*", pattern: "**", action: "allow" }],
    });
    const count = async (id: string, args: JsonObject) => {
      const result = await session.call({ id, name: "web_search", arguments: args });
      const data = result.type === "output" ? (result.data as { results: unknown[] }) : null;
      return data?.results.length;
    };
    expect(await count("1", { query: "t" })).toBe(5);
    expect(await count("2", { query: "t", num: 2 })).toBe(2);
    expect(await count("3", { query: "t", num: 50 })).toBe(10);
    const url = "https://page.example/";
    expect(await session.call({ id: "4", name: "web_fetch", arguments: { url } })).toMatchObject({
      data: expect.stringContaining("The text."),
    });
  });

  it("keeps the name of a profile in the session's manifest, and refuses one that is none", async () => {
    const { session } = await open(undefined, { profile: "grida" });
    expect(session.manifest).toMatchObject({ profile: "grida", mode: "ask" });
    expect(session.definitions().map(({ name }) => name)).toEqual(offered("locked"));
    await expect(open(undefined, { profile: "gridda" })).rejects.toThrow(
      "profile: gridda is none; there are stud, grida, morphix, steerable, phi",
    );
  });

  it("refuses a name that is no preset's", async () => {
    await expect(open("unlocked" as never)).rejects.toThrow(
      "preset: unlocked is none; there are everyday, locked, bundled, minimal, managers",
    );
  });
});
