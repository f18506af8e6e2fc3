import { createKernel } from "@toolplane/kernel";
import { createMemoryHost, type MemoryServer } from "@toolplane/testkit";
import { createWebSearchTool } from "@toolplane/tools";
import { describe, expect, it, onTestFinished } from "vitest";
import { deadTools } from "./dead-tools.ts";
import { keyedProviders, withSearchKeys } from "./search-keys.ts";

const KEYS = {
  brave: { BRAVE_API_KEY: "brave-key-1" },
  tavily: { TAVILY_API_KEY: "tavily-key-1" },
  google: { GOOGLE_SEARCH_API_KEY: "google-key-1", GOOGLE_SEARCH_ENGINE_ID: "a b&c" },
};
const hit = { title: "T", url: "https://t.example/", link: "https://t.example/" };
const hits = [{ ...hit, description: "S", content: "S", snippet: "S" }];

describe("search services by their keys", () => {
  it.each([
    [
      "brave",
      { web: { results: hits } },
      "https://api.search.brave.com/res/v1/web/search?q=cats%20%26%20dogs&count=20",
      { "x-subscription-token": "brave-key-1" },
    ],
    [
      "tavily",
      { results: hits },
      "https://api.tavily.com/search",
      { authorization: "Bearer tavily-key-1" },
    ],
    [
      "google",
      { items: hits },
      "https://customsearch.googleapis.com/customsearch/v1?cx=a%20b%26c&q=cats%20%26%20dogs&num=10",
      { "x-goog-api-key": "google-key-1" },
    ],
  ] as const)("%s is asked as it wants to be asked", async (name, answer, url, headers) => {
    const providers = keyedProviders(KEYS[name]);
    expect(providers).toHaveLength(1);
    const seen: unknown[] = [];
    const serve: MemoryServer = (request) => {
      seen.push(request);
      return { status: 200, body: JSON.stringify(answer) };
    };
    const { host: address } = new URL(url);
    const host = createMemoryHost({
      env: KEYS[name],
      servers: { [`${address}:443`]: serve },
    });
    const kernel = createKernel({
      host,
      tools: [createWebSearchTool({ providers })],
      defaultPolicy: false,
      policy: [{ scope: "project", rules: [{ permission: "*", pattern: "**", action: "allow" }] }],
    });
    onTestFinished(() => kernel.close());
    const call = { query: "cats & dogs", max_results: 20 };
    const result = await kernel.session().call({ id: "1", name: "web_search", arguments: call });
    expect(result).toMatchObject({
      data: { results: [{ title: "T", url: "https://t.example/", snippet: "S" }] },
      metadata: { untrusted: { source: address } },
    });
    expect(seen[0]).toMatchObject({ url, headers });
    expect(JSON.stringify(result)).not.toContain("key-1");
  });

  it("make the tool one that works; without any, or with half of one, nobody is told of it", () => {
    const dead = (environment: Readonly<Record<string, string>>, preset = "everyday") =>
      deadTools({ toolConfig: withSearchKeys({}, { environment, preset }) });
    expect(dead({}).get("web_search")).toContain("BRAVE_API_KEY");
    expect(dead({ GOOGLE_SEARCH_API_KEY: "k" }).has("web_search")).toBe(true);
    expect(dead({ BRAVE_API_KEY: "" }).has("web_search")).toBe(true);
    expect(dead(KEYS.tavily).has("web_search")).toBe(false);
    expect(dead(KEYS.tavily, "bundled").has("web-search")).toBe(false);
  });

  it("change nothing for whoever configured a service", () => {
    const own = { web_search: { providers: [{ kind: "searxng", url: "https://s.example/" }] } };
    expect(withSearchKeys(own, { environment: KEYS.brave })).toBe(own);
    const none = { web_search: { providers: [] } };
    expect(withSearchKeys(none, { environment: KEYS.brave })).toBe(none);
  });
});
