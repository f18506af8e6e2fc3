import { createMemoryStore } from "@toolplane/testkit";
import { expect, it } from "vitest";
import { requireLeases } from "./require-leases.ts";

it("takes a store for a team only with leases, and closes one that has none", async () => {
  const store = createMemoryStore();
  const leases = { worker: "w", forMs: 1, renew: async () => {}, isHeld: async () => true };
  const good = { ...store, leases };
  expect(await requireLeases(good)).toBe(good);
  await expect(requireLeases(store)).rejects.toThrow(
    "@toolplane/fleet: gives its workers no leases",
  );
  await expect(store.sessions.list({ limit: 1 })).rejects.toMatchObject({ code: "unavailable" });
});
