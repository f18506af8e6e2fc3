import type { ToolResult, Verdict } from "@toolplane/contract";
import type { OfferContext } from "@toolplane/mcp";
import { describe, expect, it } from "vitest";
import { createSourceOffers } from "./create-source-offers.ts";

const offers = createSourceOffers({
  sources: () => [
    {
      name: "one",
      lists: {
        resources: async () => [
          { uri: "test://{id}", name: "any", isTemplate: true },
          { uri: "test://1", name: "one", isTemplate: false },
        ],
        prompts: async () => [{ name: "hello", arguments: [] }],
        drop: () => {},
        changed: () => {},
      },
    },
  ],
  onChange: () => () => {},
});

/** A client whose calls come to this result, and are judged so. */
function clientOf(result: Partial<ToolResult>, action: Verdict["action"] = "allow") {
  const calls: string[] = [];
  const context = {
    session: { explain: async () => ({ verdict: { action } }) },
    async call({ name }: { readonly name: string }) {
      calls.push(name);
      return { metadata: { duration_ms: 0 }, ...result };
    },
  } as unknown as OfferContext;
  return { calls, context };
}

const REFUSED = {
  type: "error",
  code: "permission_denied",
  error_text: "a rule denies it",
} as const;

describe("what a client reads beside tools", () => {
  it.each([
    ["allow", 1],
    ["ask", 1],
    ["deny", 0],
  ] as const)("is listed unless a rule denies it: %s", async (action, count) => {
    const { calls, context } = clientOf({}, action);
    expect(await offers.resources.templates?.(context)).toHaveLength(count);
    expect(await offers.resources.list(context)).toHaveLength(count);
    expect(await offers.prompts.list(context)).toHaveLength(count);
    expect(calls).toEqual([]);
  });

  it("is refused as the road refuses it", async () => {
    const { calls, context } = clientOf(REFUSED);
    await expect(offers.resources.read("test://1", context)).rejects.toThrow("a rule denies it");
    await expect(offers.prompts.get({ name: "hello", arguments: {} }, context)).rejects.toThrow(
      "a rule denies it",
    );
    expect(calls).toEqual(["mcp__one__resources.read", "mcp__one__prompts.get"]);
  });

  it("says that it was cut, and where the whole is", async () => {
    const { context } = clientOf({
      type: "output",
      data: { head: "a" },
      content: [{ type: "resource", uri: "test://1", text: "a" }],
      metadata: { duration_ms: 0, truncated: true, output_path: "/kept/whole" },
    });
    expect(await offers.resources.read("test://1", context)).toEqual([
      { uri: "test://1", text: "a" },
      { uri: "test://1", mimeType: "text/plain", text: "[Cut. The whole: /kept/whole]" },
    ]);
    await expect(offers.prompts.get({ name: "hello", arguments: {} }, context)).rejects.toThrow(
      "larger than a result may be",
    );
  });

  it.each([
    ["allow", ["mcp__one__completion.complete"], ["x"]],
    ["ask", [], []],
    ["deny", [], []],
  ] as const)("is completed without a question: %s", async (action, made, values) => {
    const { calls, context } = clientOf({ type: "output", data: ["x"] }, action);
    const argument = { name: "id", value: "" };
    const asked = { of: { template: "test://{id}" }, argument, filled: {} };
    expect([await offers.complete(asked, context), calls]).toEqual([values, made]);
  });
});
