import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { hasSandbox } from "../../test/has-sandbox.ts";
import { OWN_SESSIONS } from "./fidelity/own-sessions.ts";
import { measure } from "./fidelity.ts";

function writeSession(commands: readonly string[]): string {
  const folder = mkdtempSync(join(tmpdir(), "fidelity-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const rows = commands.map((command, index) =>
    JSON.stringify({ session: "one", index, command, cwd: "/home/me/app" }),
  );
  writeFileSync(join(folder, "commands.jsonl"), rows.join("\n"));
  return folder;
}

describe("the measure fidelity", () => {
  it("has twenty sessions of its own on real trees", () => {
    expect(OWN_SESSIONS.length).toBeGreaterThanOrEqual(20);
    expect(new Set(OWN_SESSIONS.map(({ session }) => session)).size).toBe(OWN_SESSIONS.length);
  });

  it.skipIf(!hasSandbox)(
    "plays a session with us and without, and finds a difference where there is one (needs bubblewrap, unshare, git and python3)",
    async () => {
      const data = writeSession([
        "echo one > /home/me/app/one.txt && cat src/made-up.py",
        "date +%N > time.txt; mktemp > name.txt",
        "npm install left-pad",
        "cat nothing.here/at-all",
        "ln -s one.txt link && git add -A && git commit -qm all && git log --format=%s",
        // A folder of the project cannot be renamed in one step on a view.
        'python3 -c \'import os; os.rename("src", "moved")\'',
      ]);
      const printed: string[] = [];
      const found = await measure({ data, limit: 1, own: 0, print: (line) => printed.push(line) });
      expect(found).toMatchObject({
        level: "full",
        sessions: 1,
        broken: [],
        commands: 6,
        compared: 4,
        same: 3,
        same_share: 0.75,
        not_compared: { needs_network: 1, failed_in_both: 1, over_time: 0 },
      });
      expect(found.added).toBeGreaterThan(0);
      expect(found.differ).toEqual([{ cause: expect.any(String), count: 1 }]);
      expect(printed.join("\n")).toContain("os.rename");
    },
  );
});
