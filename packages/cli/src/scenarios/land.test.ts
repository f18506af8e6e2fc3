/** `toolplane land` over sets that a stub holds: what is listed, shown, asked and said. */
import type { Change, Landing } from "@toolplane/contract";
import { ToolError } from "@toolplane/contract";
import type { WaitingSet } from "@toolplane/contract/ports";
import type { LandOptions, ToolplaneLandings } from "@toolplane/library/inside";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { landCommand } from "../commands/land/land-command.ts";
import { landWith } from "../commands/land/run-land.ts";
import { type CliWorld, openCliWorld } from "./cli-world.fixture.ts";

const WORKSPACE = "/home/mira/ledger";

function change(
  path: string,
  kind: Change["kind"] = "changed",
  more: Partial<Change> = {},
): Change {
  return { path: `${WORKSPACE}/${path}`, kind, type: "file", mode: 0o644, bytes: 2_048, ...more };
}

const CHANGES: readonly Change[] = [
  change(".vscode/tasks.json", "added"),
  ...Array.from({ length: 198 }, (_, index) => change(`dist/${index}.js`, "added")),
  change("old", "removed", { type: "directory", tree: true }),
  ...["a", "b", "c"].map((name) => change(`src/${name}.ts`)),
  change("notes.md"),
];
const COUNTS = { added: 199, changed: 4, removed: 1 };
const REFUSED = [{ path: `${WORKSPACE}/.vscode/tasks.json`, reason: "It runs by itself." }];
const SET: WaitingSet = {
  sessionId: "ses_1",
  callId: "call_7f3a",
  command: "npm run release",
  atMs: 0,
  bytes: 405_504,
  landing: { state: "kept", why: "refused", counts: COUNTS, changes: CHANGES, refused: REFUSED },
};

const landed: Landing = { state: "landed", counts: COUNTS, changes: CHANGES };

function stub(more: Partial<ToolplaneLandings> = {}) {
  const asked: (readonly [string, (LandOptions | undefined)?])[] = [];
  const landings: ToolplaneLandings = {
    list: async () => [SET],
    show: async () => ({ changes: CHANGES }),
    diff: async (_, path) =>
      path.endsWith("a.ts") ? "--- a\n+++ b\n@@ -1 +1 @@\n-one\n+two\n" : "",
    async land(callId, options) {
      asked.push([callId, options]);
      return landed;
    },
    async drop(callId) {
      asked.push([callId]);
      return { ...landed, state: "dropped", why: "refused" };
    },
    ...more,
  };
  return { landings, asked };
}

let world: CliWorld;
beforeAll(() => {
  world = openCliWorld();
});
afterAll(() => world.remove());

const run = (words: readonly string[], landings: ToolplaneLandings = stub().landings) =>
  world.run(["land", ...words], {
    commands: [
      {
        ...landCommand,
        load: async () => (context) => landWith(context, { landings, workspace: WORKSPACE }),
      },
    ],
  });

describe("toolplane land", () => {
  it("lists what waits, and says so when nothing does", async () => {
    const { stdout, code } = await run([]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/◆ call_7f3a {2}npm run release +204 +406 KB {2}refused/);
    expect(stdout).toContain(".vscode/tasks.json: It runs by itself.");
    expect(stdout).toContain("Next: toolplane land call_7f3a");
    const empty = await run([], stub({ list: async () => [] }).landings);
    expect(empty.stdout).toContain("Nothing waits.");
    const { waiting } = JSON.parse((await run(["--json"])).stdout);
    expect(waiting).toMatchObject([{ callId: "call_7f3a", landing: { why: "refused" } }]);
  });

  it("shows counts, what did not pass, the rest by folder, and lands only with a yes", async () => {
    const { landings, asked } = stub();
    const { stdout, stderr, code } = await run(["7f3a"], landings);
    expect(stdout).toMatchInlineSnapshot(`
      "◆ npm run release
        204 files changed: 199 new, 4 changed, 1 removed. 1 of them does not pass:
          ◆ .vscode/tasks.json
              It runs by itself.
          ✓ 203 others: dist/ 198 new · src/ 3 changed · 1 removed · notes.md changed
      "
    `);
    expect(stderr).toContain("Nobody is here to say yes, so nothing was landed.");
    expect(code).toBe(4);
    expect(asked).toEqual([]);
    const yes = await run(["call_7f3a", "--yes"], landings);
    expect([yes.code, asked]).toEqual([0, [["call_7f3a", { without: [] }]]]);
    expect(yes.stdout).toContain("✓ 204 files landed  undo: toolplane undo ses_1");
  });

  it("names every path with --all and shows lines with --diff", async () => {
    const { stdout } = await run(["call_7f3a", "--all", "--diff"]);
    expect(stdout).toContain(
      "old                                           removed with all below it",
    );
    expect(stdout).toContain("dist/17.js                                    new 2.05 KB");
    expect(stdout).toContain("and 153 more files: --all lists them");
    const short = await run(
      ["call_7f3a", "--diff"],
      stub({ show: async () => ({ changes: [change("src/a.ts")] }) }).landings,
    );
    expect(short.stdout).toMatch(/src\/a\.ts\n +1 - one\n +1 \+ two/);
  });

  it("leaves paths out by the names a person gives them, and refuses what is not in the set", async () => {
    const { landings, asked } = stub();
    const words = ["call_7f3a", "--yes", "--without", ".vscode", "--without", "src/a.ts"];
    expect((await run(words, landings)).code).toBe(0);
    expect(asked).toEqual([
      ["call_7f3a", { without: [`${WORKSPACE}/.vscode`, `${WORKSPACE}/src/a.ts`] }],
    ]);
    const wrong = await run(["call_7f3a", "--yes", "--without", "src/a"], landings);
    expect([wrong.code, asked.length]).toEqual([2, 1]);
    expect(wrong.stderr).toContain("src/a is not in the change set");
  });

  it.each([
    [["call_7f3a", "drop", "--yes"]],
    [["drop", "call_7f3a", "--yes"]],
    [["call_7f3a", "--drop", "--yes"]],
  ])("drops by %j", async (words) => {
    const { landings, asked } = stub();
    const { code, stdout } = await run(words, landings);
    expect([code, asked]).toEqual([0, [["call_7f3a"]]]);
    expect(stdout).toContain("– dropped, nothing changed");
  });

  it("says who changed what meanwhile, and that it still waits", async () => {
    const refused = [{ path: `${WORKSPACE}/src/a.ts`, reason: "It was changed." }];
    const kept: Landing = { ...landed, state: "kept", why: "conflict", refused };
    const { code, stderr } = await run(
      ["call_7f3a", "--yes"],
      stub({ land: async () => kept }).landings,
    );
    expect(code).toBe(1);
    expect(stderr.replaceAll("\n  ", " ")).toContain(
      "! src/a.ts was changed by somebody else meanwhile; nothing landed, kept as call_7f3a: toolplane land call_7f3a",
    );
  });

  it("names the rule that refuses, and how to land the rest", async () => {
    const refused = [
      { path: `${WORKSPACE}/.env`, reason: "Denied by fs.write **/.env deny (p:1)." },
    ];
    const kept: Landing = { ...landed, state: "kept", why: "refused", refused };
    const { code, stderr } = await run(
      ["call_7f3a", "--yes"],
      stub({ land: async () => kept }).landings,
    );
    expect(code).toBe(3);
    expect(stderr).toContain(".env: Denied by fs.write **/.env deny (p:1).");
    expect(stderr).toContain("Leave it out: toolplane land call_7f3a --without .env");
  });

  it("knows one that is gone, before and in between", async () => {
    const none = await run(["call_9999"]);
    expect([none.code, none.stderr]).toEqual([
      1,
      expect.stringContaining("No change set waits as call_9999"),
    ]);
    for (const landings of [
      stub({ show: async () => null }).landings,
      stub({
        land: async () => {
          throw new ToolError("not_found", "gone");
        },
      }).landings,
    ]) {
      const { code, stderr } = await run(["call_7f3a", "--yes"], landings);
      expect([code, stderr]).toEqual([1, expect.stringContaining("somebody landed or dropped it")]);
    }
  });
});
