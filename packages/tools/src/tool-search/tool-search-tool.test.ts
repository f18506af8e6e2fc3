import { defineTool, type Tool } from "@toolplane/contract";
import { createKernel } from "@toolplane/kernel";
import { createMemoryHost, describeToolConformance } from "@toolplane/testkit";
import { describe, expect, it } from "vitest";
import { openSessionWorld } from "../fixtures/session-world.fixture.ts";
import { toolSearchTool } from "./tool-search-tool.ts";

const found = [
  { name: "create_issue", description: "Opens an issue.\nWith a title." },
  { name: "close_issue", description: `Closes an issue. ${"x".repeat(300)}` },
];
const services = {
  tools: { search: async (_query: string, limit: number) => found.slice(0, limit) },
};

describeToolConformance(
  { describe, it },
  {
    tool: toolSearchTool,
    host: () => createMemoryHost(),
    valid: [{ query: "issues" }],
    invalid: [{}, { query: "" }, { query: "x", max_results: 3 }],
    kernel: { services },
    patienceMs: 50,
  },
);

const remote = (id: string, description: string): Tool =>
  defineTool({
    id,
    description,
    parameters: { type: "object" },
    requires: {},
    execute: () => "ran",
  });

describe("the tool tool_search", () => {
  it("gives ids with one line each", async () => {
    const { call } = openSessionWorld(toolSearchTool, { kernel: { services } });
    expect(await call({ query: "issues" })).toMatchObject({
      data: {
        matches: [
          { id: "create_issue", description: "Opens an issue." },
          { id: "close_issue", description: expect.stringMatching(/^Closes an issue\. x{182}…$/) },
        ],
      },
    });
  });

  it("lets a host say how many", async () => {
    const toolConfig = { tool_search: { max_matches: 1 } };
    const { call } = openSessionWorld(toolSearchTool, { kernel: { services, toolConfig } });
    expect(await call({ query: "x" })).toMatchObject({
      data: { matches: [{ id: "create_issue" }] },
    });
  });

  it("finds deferred tools of the session, which are listed and callable from then on", async () => {
    const kernel = createKernel({
      host: createMemoryHost(),
      tools: [toolSearchTool],
      policy: [{ scope: "project", rules: [{ permission: "*", pattern: "**", action: "allow" }] }],
    });
    const origin = { layer: "mcp", source: "github", exposure: "deferred" } as const;
    kernel.register(remote("mcp__github__create_issue", "Opens an issue on GitHub."), origin);
    kernel.register(remote("mcp__github__star", "Stars a repository."), origin);
    const session = kernel.session();
    const listed = () => session.definitions().map(({ name }) => name);
    expect(listed()).toEqual(["tool_search"]);
    const call = { id: "1", name: "tool_search", arguments: { query: "open an issue" } };
    expect(await session.call(call)).toMatchObject({
      data: { matches: [{ id: "mcp__github__create_issue" }] },
    });
    expect(listed()).toContain("mcp__github__create_issue");
    expect(listed()).not.toContain("mcp__github__star");
  });

  it("says what to try when nothing fits", async () => {
    const none = { tools: { search: async () => [] } };
    const { call } = openSessionWorld(toolSearchTool, { kernel: { services: none } });
    expect(await call({ query: "x" })).toMatchObject({
      data: { matches: [] },
      content: [{ text: expect.stringMatching(/^No tool fits\. Try other words/) }],
    });
  });
});
