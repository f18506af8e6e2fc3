import type { UpstreamHealth } from "@toolplane/mcp/client";
import { expect, it } from "vitest";
import type { KnownOffers } from "../list/known-offers-file.ts";
import { createSourceLists } from "./create-source-lists.ts";

function open(offered: readonly string[], known: KnownOffers | null = null) {
  const asked: string[] = [];
  const noted: Partial<KnownOffers>[] = [];
  const lists = createSourceLists({
    clock: { nowMs: () => 0 },
    onOffer: () => {},
    mayHave: (what) => offered.includes(what),
    known: () => known,
    onKnown: (offers) => void noted.push(offers),
    start: async () => {
      asked.push("start");
      return { state: "ready" } as UpstreamHealth;
    },
    upstream: {
      resources: async () => [{ uri: "test://1", name: "one", isTemplate: false }],
      prompts: async () => [{ name: "hello", arguments: [] }],
    },
  });
  return { lists, asked, noted };
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

it("starts no server whose lists are known from the last time, and keeps what one says", async () => {
  const resources = [{ uri: "test://old", name: "old", isTemplate: false }];
  const known = open(["resources", "prompts"], { resources, prompts: null });
  expect(await known.lists.resources()).toEqual(resources);
  expect(known.asked).toEqual([]);
  expect(await known.lists.prompts()).toHaveLength(1);
  expect(known.asked).toEqual(["start"]);
  expect(known.noted).toEqual([{ prompts: [{ name: "hello", arguments: [] }] }]);
});
