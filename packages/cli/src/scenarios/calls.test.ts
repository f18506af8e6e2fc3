import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type CliWorld, openCliWorld } from "./cli-world.fixture.ts";

describe("toolplane calls", () => {
  let world: CliWorld;
  const calls = (...words: string[]) => world.run(["calls", ...words], { columns: 100 });

  beforeAll(async () => {
    world = openCliWorld({ "src/invoice/total.ts": "one\n", ".env": "KEY=1\n" });
    await world.run(["call", "read", "src/invoice/total.ts"]);
    await world.run(["call", "read", "src/invoice/total.ts"]);
    await world.run(["call", "grep", "one"]);
  });
  afterAll(() => world.remove());

  it("groups equal calls, and says how many there are", async () => {
    const { stdout, stderr, code } = await calls();
    expect(code).toBe(0);
    expect(stdout).toMatch(/✓ read +src\/invoice\/total\.ts +×2 +allowed/);
    expect(stdout).toMatch(/✓ grep +one +×1/);
    expect(stderr).toContain("3 calls, 2 lines: equal calls are one.");
  });

  it("finds by words and filters, and leads to the call", async () => {
    const { stdout } = await calls(
      "INVOICE",
      "--path",
      "src",
      "--tool",
      "read",
      "--each",
      "--last",
      "1h",
    );
    const rows = stdout.trimEnd().split("\n").slice(1);
    expect(rows).toHaveLength(2);
    const [session = "", call = ""] = rows[0]?.trim().split(/\s+/).slice(-2) ?? [];
    expect((await world.run(["show", session, call])).stdout).toContain("src/invoice/total.ts");
  });

  it("goes on page by page", async () => {
    const first = await calls("--each", "--limit", "2", "--json");
    const { next, groups } = JSON.parse(first.stdout);
    const second = await calls("--each", "--limit", "2", "--more", next, "--json");
    const ids = [...groups, ...JSON.parse(second.stdout).groups].map(
      ({ call }: { readonly call: { readonly sessionId: string } }) => call.sessionId,
    );
    expect(new Set(ids).size).toBe(3);
  });

  it("says which filter finds nothing", async () => {
    const { stdout, stderr } = await calls("total", "--verdict", "denied");
    expect(stdout).toBe("No call fits.\n");
    expect(stderr).toContain("Without --verdict there are 3.");
  });

  it.each([
    [["--last", "week"], '"week" is no span of time: use 30m, 12h, 7d or 2w.'],
    [["--limit", "0"], "--limit must be a whole number from 1 to 200."],
    [
      ["x".repeat(10_000)],
      "That is too long to search for: 10,000 characters. Search for the first words of it.",
    ],
    [["--from", "soon"], '"soon" is no date: use 2026-11-18 or 2026-11-18T10:42.'],
  ])("refuses %#", async (words, message) => {
    const { stderr, code } = await calls(...words);
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
  });

  it("has an empty list for an empty record, and makes no store", async () => {
    const empty = openCliWorld();
    try {
      const { stdout } = await empty.run(["calls", "--json"]);
      expect(JSON.parse(stdout)).toEqual({
        groups: [],
        calls: 0,
        next: null,
        index: { left: 0, total: 0 },
      });
    } finally {
      empty.remove();
    }
  });
});
