import type { UpstreamHealth } from "@toolplane/mcp/client";
import { expect, it } from "vitest";
import { createSourceLists } from "./create-source-lists.ts";

function open(offered: readonly string[]) {
  const asked: string[] = [];
  const lists = createSourceLists({
    clock: { nowMs: () => 0 },
    onOffer: () => {},
    mayHave: (what) => offered.includes(what),
    start: async () => {
      asked.push("start");
      return { state: "ready" } as UpstreamHealth;
    },
    upstream: {
      resources: async () => [{ uri: "test://1", name: "one", isTemplate: false }],
      prompts: async () => [{ name: "hello", arguments: [] }],
    },
  });
  return { lists, asked };
}

it("starts no server that said it has none, and one that has some", async () => {
  const none = open([]);
  expect([await none.lists.resources(), await none.lists.prompts()]).toEqual([[], []]);
  expect(none.asked).toEqual([]);
  const some = open(["prompts"]);
  expect(await some.lists.resources()).toEqual([]);
  expect(await some.lists.prompts()).toHaveLength(1);
  expect(some.asked).toEqual(["start"]);
});
