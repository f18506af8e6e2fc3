import type { Store } from "@toolplane/contract/ports";
import { expect, it } from "vitest";
import { createTurn, inTurns } from "./in-turns.ts";

const store = {
  events: { read: async () => [] },
  payloads: { get: async () => new Uint8Array() },
} as unknown as Pick<Store, "events" | "payloads">;

it("gives others their turn while it reads", async () => {
  const own = inTurns(store, createTurn(new AbortController().signal));
  let hasHadTurn = false;
  setImmediate(() => {
    hasHadTurn = true;
  });
  // Without turns promises alone would go on for ever, and the loop would never come by.
  while (!hasHadTurn) await own.payloads.get("a");
  setImmediate(() => {
    hasHadTurn = false;
  });
  while (hasHadTurn) await own.events.read("a", { from: 0, limit: 1 });
});

it("reads nothing more for somebody who is gone", async () => {
  const gone = new AbortController();
  const own = inTurns(store, createTurn(gone.signal));
  expect(await own.payloads.get("a")).toEqual(new Uint8Array());
  gone.abort();
  await expect(own.payloads.get("a")).rejects.toMatchObject({ code: "cancelled" });
  await expect(own.events.read("a", { from: 0, limit: 1 })).rejects.toMatchObject({
    code: "cancelled",
  });
});
