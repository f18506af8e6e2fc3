import { createWebSearchTool } from "@toolplane/tools";
import { describe, expect, it, onTestFinished } from "vitest";
import { openWebWorld } from "./web-fetch-world.ts";

describe("the tool web_search on this machine", () => {
  it("asks any service that answers in JSON, with a key from the environment", async () => {
    const json = createWebSearchTool({
      providers: [
        {
          kind: "json",
          url: "http://site.example/v1/search?q={query}&n={count}",
          method: "POST",
          body: { text: "{query}", size: "{count}", fixed: ["{query} stays"] },
          headers: { "X-Key": { env: "SEARCH_KEY" }, "x-plain": "p" },
          results: "web.items",
          title: "name",
          link: "link.href",
          snippet: "summary",
        },
      ],
    });
    const world = await openWebWorld({
      tools: [json],
      serve: (_, response) =>
        response.end(
          JSON.stringify({
            web: { items: [{ name: "N", link: { href: "https://n.example/" }, summary: "S" }] },
          }),
        ),
      toolplane: { environment: { SEARCH_KEY: "secret-key-value" } },
    });
    onTestFinished(() => world.close());
    expect(await world.call("web_search", { query: 'a "b"', max_results: 3 })).toMatchObject({
      data: { results: [{ title: "N", url: "https://n.example/", snippet: "S" }] },
    });
    const [request] = world.requests;
    expect(request).toMatchObject({
      line: "POST /v1/search?q=a%20%22b%22&n=3",
      headers: { "x-key": "secret-key-value", "x-plain": "p", "content-type": "application/json" },
    });
    expect(JSON.parse(request?.body ?? "")).toEqual({
      text: 'a "b"',
      size: 3,
      fixed: ["{query} stays"],
    });
  });
});
