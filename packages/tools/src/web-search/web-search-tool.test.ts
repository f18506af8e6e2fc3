import { isConfigurationError, type Tool } from "@toolplane/contract";
import { describeShapeFault, LOCKED_SHAPES } from "@toolplane/kernel";
import { createMemoryHost, describeToolConformance, type MemoryServer } from "@toolplane/testkit";
import { describe, expect, it } from "vitest";
import { openSessionWorld, type SessionWorldOptions } from "../fixtures/session-world.fixture.ts";
import { createWebSearchTool, webSearchTool } from "./web-search-tool.ts";

const hits = [
  {
    title: "One &amp; <b>only</b>",
    url: "https://one.example/",
    content: "First\n  <em>snippet</em>",
  },
  { title: "Again", url: "https://one.example/", content: "The same place" },
  { title: "", url: "http://two.example/x", content: "" },
  { title: "Bad", url: "javascript:alert(1)", content: "x" },
  { title: "Three", url: "https://three.example/", content: "Third" },
];
const searxng: MemoryServer = ({ url }) => {
  const { searchParams } = new URL(url);
  const wellAsked = searchParams.get("format") === "json" && searchParams.get("q") !== null;
  return { status: wellAsked ? 200 : 403, body: JSON.stringify({ results: hits }) };
};
const provider = { kind: "searxng", url: "https://search.example/" } as const;
const tool = createWebSearchTool({ providers: [provider] });
const servers = { "search.example:443": searxng };

describeToolConformance(
  { describe, it },
  {
    tool,
    host: () => createMemoryHost({ servers }),
    valid: [{ query: "cats" }, { query: "dogs & more?", max_results: 2 }],
    invalid: [{}, { query: "" }, { query: "x", max_results: 0 }, { query: "x", limit: 3 }],
    patienceMs: 300,
  },
);

function open(searchTool: Tool, options: SessionWorldOptions = {}) {
  return openSessionWorld(searchTool, { host: { servers }, ...options });
}

describe("the tool web_search", () => {
  it("[R196] gives titles, addresses and snippets, clean and each once", async () => {
    expect(describeShapeFault(tool.parameters, LOCKED_SHAPES.web_search ?? "any")).toBeNull();
    expect(await open(tool).call({ query: "a b&c" })).toMatchObject({
      type: "output",
      data: {
        results: [
          { title: "One & only", url: "https://one.example/", snippet: "First snippet" },
          { title: "two.example", url: "http://two.example/x", snippet: "" },
          { title: "Three", url: "https://three.example/", snippet: "Third" },
        ],
      },
      metadata: { untrusted: { source: "SearXNG at search.example" } },
    });
  });

  it("[R263] gives as many results as the call or the configuration says", async () => {
    const one = createWebSearchTool({ providers: [provider], maxResults: 1 });
    const count = async (args: { query: string; max_results?: number }) => {
      const result = await open(one).call(args);
      return result.type === "output" && (result.data as { results: unknown[] }).results.length;
    };
    expect(await count({ query: "x" })).toBe(1);
    expect(await count({ query: "x", max_results: 2 })).toBe(2);
  });

  it("[R185] requires the hosts of the configured services and no others", async () => {
    expect(tool.requires.net).toEqual({ hosts: ["search.example:443"] });
    const named = createWebSearchTool({
      providers: [provider, { kind: "json", url: "http://api.example:8080/s?q={query}" }],
    });
    expect(named.requires.net).toEqual({ hosts: ["search.example:443", "api.example:8080"] });
    const world = open(tool, {
      session: { rules: [{ permission: "net.fetch", pattern: "search.example", action: "deny" }] },
    });
    expect(await world.call({ query: "x" })).toMatchObject({ code: "permission_denied" });
  });

  it("[R197] asks the same service all through a session", async () => {
    const urls = ["https://a.example/", "https://b.example/", "https://c.example/"];
    const many = createWebSearchTool({
      providers: urls.map((url) => ({ kind: "searxng", url }) as const),
    });
    const asked = new Set<string>();
    for (let at = 0; at < 12; at += 1) {
      const world = open(many, {
        host: {
          servers: Object.fromEntries(urls.map((url) => [`${new URL(url).host}:443`, searxng])),
        },
        session: { id: `session-${at}` },
      });
      for (let call = 0; call < 3; call += 1) await world.call({ query: `q${call}` });
      const hosts = new Set(world.host.requests().map(({ url }) => new URL(url).host));
      expect(hosts.size).toBe(1);
      for (const host of hosts) asked.add(host);
    }
    expect(asked.size).toBe(3);
  });

  it("[R198] [R200] may be called 25 times in a session, or as often as the host says", async () => {
    const callsLeft = async (searchTool: Tool, calls: number) => {
      const world = open(searchTool);
      for (let call = 0; call < calls; call += 1)
        expect(await world.call({ query: "x" })).toMatchObject({ type: "output" });
      return world.call({ query: "x" });
    };
    expect(await callsLeft(tool, 25)).toMatchObject({ code: "budget_exceeded" });
    const two = createWebSearchTool({ providers: [provider], callsPerSession: 2 });
    expect(await callsLeft(two, 2)).toMatchObject({
      code: "budget_exceeded",
      error_text: "web_search may be called 2 times in a session, and that many calls were made.",
    });
  });

  it("[R199] [R200] gives up after 15 seconds, or when the host says", async () => {
    const silent = { servers: { "search.example:443": () => new Promise<never>(() => {}) } };
    const timeOut = async (searchTool: Tool, options: SessionWorldOptions, ms: number) => {
      const world = open(searchTool, { host: silent, ...options });
      const result = world.call({ query: "x" });
      let settled = false;
      void result.then(() => {
        settled = true;
      });
      await world.host.clock.advance(ms - 1);
      expect(settled).toBe(false);
      for (let step = 0; step < 20 && !settled; step += 1) await world.host.clock.advance(100);
      return result;
    };
    expect(await timeOut(tool, {}, 15_000)).toMatchObject({ code: "timeout" });
    const soon = createWebSearchTool({ providers: [provider], timeoutMs: 2_000 });
    expect(await timeOut(soon, {}, 2_000)).toMatchObject({ code: "timeout" });
    const kernel = { toolConfig: { web_search: { timeoutMs: 1_000 } } };
    expect(await timeOut(tool, { kernel }, 1_000)).toMatchObject({ code: "timeout" });
  });

  it("says that nothing is configured", async () => {
    expect(await open(webSearchTool).call({ query: "x" })).toMatchObject({
      code: "unavailable",
      error_text: expect.stringContaining("toolConfig.web_search.providers"),
    });
  });

  it.each([
    [403, "{}", "failed", /refused \(403\).*format json/],
    [500, "{}", "unavailable", /answered with status 500/],
    [200, "<html>", "failed", /did not answer with search results/],
    [200, '{"results":{}}', "failed", /did not answer with search results/],
  ])("says what a service answered: %s %s", async (status, body, code, message) => {
    const world = open(tool, {
      host: { servers: { "search.example:443": () => ({ status, body }) } },
    });
    expect(await world.call({ query: "x" })).toMatchObject({
      code,
      error_text: expect.stringMatching(message),
    });
  });

  it.each([
    ["ftp://x.example/", /not an http or https address/],
    ["nonsense", /not an http or https address/],
    ["https://{query}.example/", /may not stand in the host/],
  ])("refuses the address %s when it is configured", (url, message) => {
    let thrown: unknown;
    try {
      createWebSearchTool({ providers: [{ kind: "json", url }] });
    } catch (error) {
      thrown = error;
    }
    expect(isConfigurationError(thrown)).toBe(true);
    expect(String(thrown)).toMatch(message);
  });

  it("says which variable a service needs", async () => {
    const keyed = createWebSearchTool({
      providers: [{ ...provider, headers: { authorization: { env: "NO_SUCH_KEY" } } }],
    });
    expect(keyed.requires.env).toEqual(["NO_SUCH_KEY"]);
    expect(await open(keyed).call({ query: "x" })).toMatchObject({
      code: "unavailable",
      error_text: expect.stringContaining("NO_SUCH_KEY"),
    });
  });
});
