import { existsSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { findBubblewrap } from "./find-bubblewrap.ts";

const options = { path: "/usr/bin", reserved: [] };

describe("findBubblewrap", () => {
  it("says which package to install", async () => {
    const found = await findBubblewrap({ path: "/nowhere", reserved: ["/usr", "/bin"] });
    expect(found).toEqual({
      ok: false,
      absent: true,
      reason: "bubblewrap is not installed.",
      remedy: expect.stringContaining("bubblewrap"),
    });
  });

  it.skipIf(!existsSync("/usr/bin/bwrap"))(
    "does without an option that an older version does not know (needs bubblewrap)",
    async () => {
      const found = await findBubblewrap({
        ...options,
        run: async (_program, argv) => {
          if (argv.includes("--version")) return { code: 0, output: "bubblewrap 0.6.1\n" };
          const knows = !argv.includes("--disable-userns");
          return { code: knows ? 0 : 1, output: knows ? "" : "Unknown option --disable-userns" };
        },
      });
      expect(found).toMatchObject({ ok: true, version: "0.6.1" });
      expect(found.ok && found.options).not.toContain("--disable-userns");
    },
  );

  it.skipIf(!existsSync("/usr/bin/bwrap"))(
    "passes on what bubblewrap said when it does not work (needs bubblewrap)",
    async () => {
      const found = await findBubblewrap({
        ...options,
        run: async () => ({ code: 1, output: "bwrap: No permissions to create new namespace" }),
      });
      expect(found).toMatchObject({
        ok: false,
        reason: expect.stringContaining("No permissions to create new namespace"),
      });
    },
  );
});
