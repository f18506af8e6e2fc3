import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { FILES, openRecordedWorld, type Step } from "@toolplane/cli/fixtures";
import { describe, expect, it } from "vitest";

const RULES = `{ "rules": [{ "permission": "fs.read", "pattern": "**/.env", "action": "deny" }] }`;

/** Reads, searches, writes, a patch, commands, a cut output, refusals of every kind, bad arguments. */
const STEPS: readonly Step[] = [
  ["read", { path: "README.md" }],
  ["read", { path: "link.md" }],
  ["glob", { pattern: "**/*.ts" }],
  ["grep", { pattern: "total", path: "src", output_mode: "content" }],
  ["read", { path: ".env" }],
  ["write", { path: "new/a.txt", content: "one\n" }],
  ["edit", { path: "src/total.ts", old_string: "1", new_string: "2" }],
  ["write", { path: "not.txt", content: "no\n" }],
  ["bash", { command: "cat README.md && ls src | wc -l" }],
  ["bash", { command: "seq 1 100000" }],
  ["bash", { command: "rm -r new" }],
  ["bash", { command: "cat .env | head -1" }],
  ["read", { path: "missing.txt" }],
  ["read", { path: 7 }],
  ["read", { path: "\u0000" }],
  ["nothing", {}],
  ["todo", { todos: [{ content: "a", activeForm: "b", status: "pending" }] }],
];

describe("the replay of a recorded session", () => {
  it("is the same byte for byte, twice, after its workspace was changed and deleted [R064]", async () => {
    const world = openRecordedWorld();
    // The same rule for the recording and for everybody after it.
    mkdirSync(world.config);
    writeFileSync(join(world.config, "policy.jsonc"), RULES);
    symlinkSync("README.md", join(world.workspace, "link.md"));
    const { sessionId, results } = await world.record(STEPS, {
      sandbox: "auto",
      rules: "none",
      answers: ["once", "session", "reject", "once", "once", "once", "once"],
    });
    const codes = results.map((result) => (result.type === "error" ? result.code : "output"));
    expect(codes.slice(4, 8)).toEqual([
      "permission_denied",
      "output",
      "output",
      "approval_rejected",
    ]);
    expect(codes.slice(13, 16)).toEqual(["invalid_input", "invalid_input", "unknown_tool"]);
    expect(results[9]?.metadata.truncated).toBe(true);
    const replayed = async () => {
      const directory = existsSync(world.workspace) ? world.workspace : world.root;
      const report = await world.run(["replay", sessionId, "--json"], { directory });
      const printed = await world.run(["replay", sessionId, "--results"], { directory });
      return { report, printed: printed.stdout, json: JSON.parse(report.stdout) as Report };
    };
    const first = await replayed();
    expect(first.json.calls.filter(({ outcome }) => outcome !== "same")).toEqual([]);
    expect(first.report.code).toBe(0);
    expect(first.json).toMatchObject({ same: true });
    const lines = first.printed.trim().split("\n");
    expect(lines.map((line) => (JSON.parse(line) as { result: unknown }).result)).toEqual(
      JSON.parse(JSON.stringify(results)),
    );

    for (const name of Object.keys(FILES)) writeFileSync(join(world.workspace, name), "other\n");
    rmSync(join(world.workspace, "link.md"));
    symlinkSync(".env", join(world.workspace, "link.md"));
    const changed = await replayed();
    expect(readFileSync(join(world.workspace, "README.md"), "utf8")).toBe("other\n");
    rmSync(world.workspace, { recursive: true });
    const gone = await replayed();
    expect([changed.report.stdout, changed.printed]).toEqual([first.report.stdout, first.printed]);
    expect([gone.report.stdout, gone.printed]).toEqual([first.report.stdout, first.printed]);
    expect(existsSync(world.workspace)).toBe(false);
  });

  it("says which calls today's rules would decide otherwise, and runs nothing", async () => {
    const world = openRecordedWorld();
    const { sessionId } = await world.record([
      ["read", { path: "README.md" }],
      ["glob", { pattern: "*" }],
    ]);
    mkdirSync(world.config);
    writeFileSync(
      join(world.config, "policy.jsonc"),
      `{ "rules": [{ "permission": "fs.read", "pattern": "**/README.md", "action": "deny" }] }`,
    );
    const { code, stdout } = await world.run(["replay", sessionId]);
    expect(code).toBe(1);
    expect(stdout).toContain("! 1  read  README.md  different");
    expect(stdout).toContain("permission_denied at judge");
    const rows = await world.run(["show", sessionId, "--json"]);
    expect(JSON.parse(rows.stdout)).toMatchObject({ rows: 4, verified: { ok: true } });
  });
});

interface Report {
  readonly same: boolean;
  readonly calls: readonly { readonly callId: string; readonly outcome: string }[];
}
