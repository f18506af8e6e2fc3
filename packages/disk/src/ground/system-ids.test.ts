import { describe, expect, it } from "vitest";
import { createSystemIds } from "./system-ids.ts";

describe("createSystemIds", () => {
  it("makes ids that sort by creation, also when the wall clock steps back", () => {
    const times = [5_000, 5_000, 5_001, 4_000, 4_000, 1_800_000_000_000, 6_000];
    let at = 0;
    const ids = createSystemIds({ wallMs: () => times[at++] ?? 7_000 });
    const made = times.map(() => ids.next("call"));
    expect(made.toSorted()).toEqual(made);
    expect(new Set(made).size).toBe(made.length);
    expect(made.every((id) => /^call_[0-9a-z]{13}[0-9a-f]{12}$/.test(id))).toBe(true);
  });

  it("keeps sorting when more ids are made than one millisecond counts", () => {
    const ids = createSystemIds({ wallMs: () => 1_800_000_000_000, countDigits: 2 });
    let last = "";
    for (let made = 0; made < 3 * 36 ** 2; made += 1) {
      const id = ids.next("x");
      if (id <= last) expect(id > last).toBe(true);
      last = id;
    }
    expect(last.startsWith("x_")).toBe(true);
  });

  it("gives two processes different ids, and nonces nobody can guess", () => {
    const wallMs = () => 1_800_000_000_000;
    const one = createSystemIds({ wallMs });
    const two = createSystemIds({ wallMs });
    expect(one.next("a")).not.toBe(two.next("a"));
    expect(one.nonce()).toMatch(/^[0-9a-f]{32}$/);
    expect(one.nonce()).not.toBe(one.nonce());
    expect(one.random()).toBeLessThan(1);
  });
});
