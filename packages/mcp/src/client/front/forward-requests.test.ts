import { expect, it } from "vitest";
import { forwardForm, forwardSampling } from "./forward-requests.ts";

const messages = [{ role: "user", content: { type: "text", text: "Hi\u202e" } }];

it("keeps what a server asks a model, and nothing that would reach further", () => {
  const asked = {
    messages,
    maxTokens: 5,
    systemPrompt: "Be brief",
    includeContext: "allServers",
    tools: [{ name: "t" }],
    toolChoice: { mode: "required" },
    metadata: { any: 1 },
  };
  expect(forwardSampling("there", asked)).toEqual({
    method: "sampling/createMessage",
    params: {
      maxTokens: 5,
      systemPrompt: "Be brief",
      messages: [{ role: "user", content: { type: "text", text: "Hi\\u{202e}" } }],
      _meta: { "toolplane/untrusted": "mcp:there" },
    },
  });
});

it.each([
  ["no messages", { maxTokens: 5 }],
  ["no length", { messages }],
  ["too much", { messages: [{ role: "user", content: "x".repeat(200_000) }], maxTokens: 5 }],
])("refuses %s", (_what, params) => {
  expect(() => forwardSampling("there", params)).toThrow("The server asks");
});

it("names the server before its own words, on one line", () => {
  const { params } = forwardForm("there", { message: "A\n\nB", requestedSchema: {} });
  expect(params).toEqual({ message: "The MCP server there asks: A B", requestedSchema: {} });
});
