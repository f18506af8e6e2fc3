import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { FILES, openRecordedWorld, type RecordedWorld, type Step } from "@toolplane/cli/fixtures";
import { describe, expect, it, onTestFinished } from "vitest";

const STEPS: readonly Step[] = [
  ["write", { path: "new/a.txt", content: "one\n" }],
  ["edit", { path: "src/total.ts", old_string: "1", new_string: "2" }],
  ["edit", { path: "src/total.ts", old_string: "2", new_string: "3" }],
  ["edit", { path: "src/pdf.ts", old_string: "1", new_string: "2" }],
];
const YES = { answers: ["once", "once", "once", "once"] } as const;

function look({ workspace }: RecordedWorld): readonly (string | null)[] {
  return ["new/a.txt", "src/total.ts", "src/pdf.ts"].map((name) => {
    const path = join(workspace, name);
    return existsSync(path) ? readFileSync(path, "utf8") : null;
  });
}
const AFTER = ["one\n", "export const total = 3;\n", "export const pdf = 2;\n"];
const BEFORE = [null, FILES["src/total.ts"], FILES["src/pdf.ts"]];

describe("undo and redo of a session", () => {
  it("takes back and makes again all its files, as calls of that session", async () => {
    const world = openRecordedWorld();
    const { sessionId } = await world.record(STEPS, YES);
    expect(look(world)).toEqual(AFTER);
    const undone = await world.run(["undo", "--yes"]);
    expect([undone.code, look(world)]).toEqual([0, BEFORE]);
    expect(undone.stdout).toContain("✓ 3 files taken back.");
    expect(undone.stdout).toContain("- export const total = 3;");
    expect(undone.stdout).toContain("+ export const total = 1;");
    const redone = await world.run(["redo", sessionId, "--yes", "--json"]);
    expect([redone.code, look(world)]).toEqual([0, AFTER]);
    expect(JSON.parse(redone.stdout)).toMatchObject({ action: "redo", moved: { changes: 4 } });
    const shown = await world.run(["show", sessionId, "--json"]);
    expect(JSON.parse(shown.stdout)).toMatchObject({
      state: "closed",
      asked: 6,
      verified: { ok: true },
      calls: [{}, {}, {}, {}, { tool: "undo", asked: true }, { tool: "undo", asked: true }],
    });
    const replayed = await world.run(["replay", sessionId]);
    expect([replayed.code, replayed.stdout]).toEqual([
      0,
      expect.stringContaining("6 of 6 calls the same"),
    ]);
  });

  it("takes back one call, or one file", async () => {
    const world = openRecordedWorld();
    const { sessionId } = await world.record(STEPS, YES);
    await world.run(["undo", sessionId, "3", "--yes"]);
    expect(look(world)[1]).toBe("export const total = 2;\n");
    await world.run(["undo", sessionId, "--file", "src/pdf.ts", "--yes"]);
    expect(look(world)).toEqual(["one\n", "export const total = 2;\n", FILES["src/pdf.ts"]]);
  });

  it("says which later call stands on the one that was chosen, and how to make exactly that again", async () => {
    const world = openRecordedWorld();
    const { sessionId } = await world.record(STEPS, YES);
    const refused = await world.run(["undo", sessionId, "2", "--yes"]);
    expect([refused.code, look(world)]).toEqual([1, AFTER]);
    expect(refused.stderr).toContain("src/total.ts   a later call of the session changed it, too");
    expect(refused.stderr).toMatch(/toolplane undo \S+ 3 {3}takes the later change back first\./);
    expect(refused.stderr).not.toContain("--skip-changed");
    const last = await world.run(["undo", sessionId, "3", "--yes"]);
    expect(last.stdout).toMatch(/redo: toolplane redo \S+ 3$/m);
    expect((await world.run(["undo", sessionId, "2", "--yes"])).code).toBe(0);
    expect(look(world)[1]).toBe(BEFORE[1]);
  });

  it("overwrites nothing that was changed since, and leaves everything then", async () => {
    const world = openRecordedWorld();
    const { sessionId } = await world.record(STEPS, YES);
    writeFileSync(join(world.workspace, "src/pdf.ts"), "mine\n");
    const refused = await world.run(["undo", sessionId, "--yes"]);
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain("1 file was changed since, so nothing was taken back.");
    expect(refused.stderr).toContain("src/pdf.ts   is not what the session left there");
    expect(look(world)).toEqual([AFTER[0], AFTER[1], "mine\n"]);
    const skipped = await world.run(["undo", sessionId, "--yes", "--skip-changed"]);
    expect([skipped.code, look(world)]).toEqual([0, [BEFORE[0], BEFORE[1], "mine\n"]]);
    expect(skipped.stderr).toContain("Left: src/pdf.ts: changed since.");
  });

  it("says where somebody came between two changes", async () => {
    const world = openRecordedWorld();
    const total = join(world.workspace, "src/total.ts");
    const id = "ses_1";
    await world.record(STEPS.slice(1, 2), { ...YES, id });
    writeFileSync(total, "export const total = 2; // mine\n");
    const again = [["edit", { path: "src/total.ts", old_string: "2", new_string: "3" }]] as const;
    await world.record([["read", { path: "README.md" }], ...again], { ...YES, id });
    const refused = await world.run(["undo", id, "--yes"]);
    expect([refused.code, refused.stderr]).toEqual([
      1,
      expect.stringContaining("somebody changed it between two calls"),
    ]);
    expect((await world.run(["undo", id, "--yes", "--skip-changed"])).code).toBe(0);
    expect(readFileSync(total, "utf8")).toBe("export const total = 2; // mine\n");
  });

  it("lifts no deny: typing the command answers questions and nothing else", async () => {
    const world = openRecordedWorld();
    const { sessionId } = await world.record(STEPS, YES);
    mkdirSync(world.config);
    writeFileSync(
      join(world.config, "policy.jsonc"),
      `{ "rules": [{ "permission": "fs.write", "pattern": "**/pdf.ts", "action": "deny" }] }`,
    );
    const denied = await world.run(["undo", sessionId, "--yes"]);
    expect([denied.code, look(world)]).toEqual([3, AFTER]);
    expect(denied.stderr).toContain("Nothing was taken back.");
    const shown = await world.run(["show", sessionId, "--json"]);
    expect(JSON.parse(shown.stdout)).toMatchObject({ refused: 1, verified: { ok: true } });
  });

  it("names what no undo takes back: what was sent, and what ran without a sandbox", async () => {
    const world = openRecordedWorld();
    const server = createServer((_request, response) => response.end("pong")).listen(
      0,
      "127.0.0.1",
    );
    onTestFinished(() => void server.close());
    await once(server, "listening");
    const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    const rules = ["net.fetch", "shell.run"].map((permission) => ({
      permission,
      pattern: permission === "net.fetch" ? host : "*",
      action: "allow",
    }));
    mkdirSync(world.config);
    writeFileSync(join(world.config, "policy.jsonc"), JSON.stringify(rules));
    const { sessionId, results } = await world.record(
      [
        ...STEPS.slice(0, 1),
        ["web_fetch", { url: `http://${host}/` }],
        ["bash", { command: "echo left > left.txt" }],
        ["read", { path: "README.md" }],
      ],
      { answers: ["once", "once", "once", "once"] },
    );
    expect(results.map(({ type }) => type)).toEqual(["output", "output", "output", "output"]);
    const only = await world.run(["undo", sessionId, "1", "--yes"]);
    expect([only.code, only.stderr]).toEqual([0, expect.not.stringContaining("No undo takes")]);
    const all = await world.run(["undo", sessionId, "--yes"]);
    expect(all.code).toBe(0);
    expect(all.stderr).toContain("No undo takes this back:");
    expect(all.stderr).toContain(`web_fetch http://${host}/: reached ${host}`);
    expect(all.stderr).toContain("bash echo left > left.txt: ran without a sandbox");
    expect(all.stderr).not.toContain("README");
    const none = await world.run(["undo", sessionId, "--yes"]);
    expect([none.code, none.stderr]).toEqual([2, expect.stringContaining(`reached ${host}`)]);
    await world.run(["redo", sessionId, "--yes"]);
    const told = await world.run(["undo", sessionId, "--yes", "--json"]);
    expect(JSON.parse(told.stdout)).toMatchObject({
      lasting: [
        { tool: "web_fetch", did: [`reached ${host}`] },
        { tool: "bash", did: [expect.stringContaining("without a sandbox")] },
      ],
    });
  });

  it("does nothing where nobody is there to say yes", async () => {
    const world = openRecordedWorld();
    await world.record(STEPS, YES);
    const { code, stderr } = await world.run(["undo"]);
    expect([code, look(world)]).toEqual([4, AFTER]);
    expect(stderr).toContain("Nobody is here to say yes, so nothing was changed.");
  });

  it("says that there is nothing to take back", async () => {
    const world = openRecordedWorld();
    const { sessionId } = await world.record([["read", { path: "README.md" }]]);
    expect(await world.run(["undo", "--yes"])).toMatchObject({ code: 2 });
    const { code, stderr } = await world.run(["undo", sessionId, "--yes"]);
    expect([code, stderr]).toEqual([2, expect.stringContaining("It changed no file")]);
    expect((await world.run(["redo", sessionId])).code).toBe(2);
  });
});
