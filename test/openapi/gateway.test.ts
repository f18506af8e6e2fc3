// A large API as one would use it: too many tools to list, found by a search, called on a stand-in. With every operation of
// GitHub's own description in short (what it answers and its prose left out: 60 kB), and with the whole of it (13 MB) where
// `node lab/fetch-github-description.ts` has put it.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { toolSearchTool } from "@toolplane/tools";
import { describe, expect, it } from "vitest";
import { openApiWorld } from "./api-world.ts";

const SHORT = join(import.meta.dirname, "fixtures/github.json.gz");
const GITHUB = join(import.meta.dirname, "../../reports/api.github.com.json");

const OWNERS = ["bakery", "museum", "harbour", "garden", "library", "theatre", "airport", "farm"];
const THINGS = ["issue", "label", "branch", "release", "ticket", "invoice", "picture", "review"];
const title = { type: "object", properties: { title: { type: "string" } } };

/** Two operations for each thing of each owner. */
const MADE = {
  openapi: "3.0.3",
  info: { title: "Made", version: "1" },
  servers: [{ url: "http://api.example" }],
  paths: Object.fromEntries(
    OWNERS.flatMap((owner) =>
      THINGS.map((thing) => [
        `/${owner}/{id}/${thing}s`,
        {
          get: {
            operationId: `${owner}/list-${thing}s`,
            summary: `List the ${thing}s of a ${owner}`,
          },
          post: {
            operationId: `${owner}/create-${thing}`,
            summary: `Create a ${thing} for a ${owner}`,
            requestBody: { content: { "application/json": { schema: title } } },
          },
        },
      ]),
    ),
  ),
};

describe("a large API", () => {
  it("made here: found by a search, and called", async () => {
    const world = await openApiWorld(MADE, { name: "made", tools: [toolSearchTool] });
    expect(world.api.tools).toHaveLength(128);
    const found = await world.call("tool_search", { query: "create a release for the museum" });
    expect(JSON.stringify(found)).toContain("openapi__made__museum_create-release");
    const result = await world.call("openapi__made__museum_create-release", {
      id: "a b",
      body: { title: "1.0" },
    });
    expect(result).toMatchObject({ type: "output", data: { status: 200 } });
    expect(world.sent()).toMatchObject({
      method: "POST",
      url: "/museum/a%20b/releases",
      body: '{"title":"1.0"}',
    });
  });

  it("GitHub, in short: every operation is a tool; one is found by a search, and called", () =>
    useGitHub(gunzipSync(readFileSync(SHORT)).toString("utf8")));

  it.skipIf(!existsSync(GITHUB))("GitHub, whole (needs its description, fetched before)", () =>
    useGitHub(readFileSync(GITHUB, "utf8")),
  );
});

async function useGitHub(description: string): Promise<void> {
  const world = await openApiWorld(description, {
    name: "github",
    baseUrl: "http://api.example",
    tools: [toolSearchTool],
    auth: { type: "bearer", token: "a-token-for-github" },
  });
  expect(world.api.tools.length).toBeGreaterThan(1_000);
  expect(world.api.skipped).toEqual([]);
  const found = await world.call("tool_search", { query: "create an issue" });
  expect(JSON.stringify(found)).toContain("openapi__github__issues_create");
  const args = { owner: "octo", repo: "hello", body: { title: "It works", labels: ["bug"] } };
  expect(await world.call("openapi__github__issues_create", args)).toMatchObject({
    type: "output",
  });
  expect(world.sent()).toMatchObject({
    method: "POST",
    url: "/repos/octo/hello/issues",
    body: '{"title":"It works","labels":["bug"]}',
    headers: { authorization: "Bearer a-token-for-github", "content-type": "application/json" },
  });
}
