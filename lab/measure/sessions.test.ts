import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { hasSandbox } from "../../test/has-sandbox.ts";
import { inWorkspace } from "./sessions/in-workspace.ts";
import { measure } from "./sessions.ts";

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

function writeSessions(sessions: Readonly<Record<string, readonly string[]>>): string {
  const folder = mkdtempSync(join(tmpdir(), "sessions-"));
  folders.push(folder);
  const rows = Object.entries(sessions).flatMap(([session, commands]) =>
    commands.map((command, index) => JSON.stringify({ session, index, command })),
  );
  writeFileSync(join(folder, "commands.jsonl"), rows.join("\n"));
  return folder;
}

describe("the measure sessions", () => {
  it("counts questions by session and by what they are about, beside a judge that asks unless a command reads", async () => {
    const data = writeSessions({
      one: ["ls /app/src", "cat notes.md"],
      two: ["rm -r /somewhere/else", "mkdir a", "mkdir b", "curl http://example.test/x"],
    });
    const printed: string[] = [];
    const found = await measure({ data, level: "none", print: (line) => printed.push(line) });
    expect(found).toMatchObject({
      level: "none",
      sessions: 2,
      commands: 6,
      asked: 4,
      per_session: 2,
      quiet_sessions: 0.5,
      unless_read_only: { per_session: 2, once_each: 2 },
      asked_by: { write_outside: 1, net: 1, other: 2 },
      long_line: expect.any(String),
    });
    expect(found.p50_to_parsing).toBeGreaterThan(0);
    expect(found.long_line_ms).toBeGreaterThan(0);
    expect(printed).toContain("write_outside: rm -r /somewhere/else");
  });

  const installing = {
    one: ["npm ci", "npm install left-pad", "npm install left-pad is-odd", "git fetch"],
    two: ["curl http://example.test/x", "curl http://example.test/y", "npm install left-pad"],
    three: ["docker build ."],
  };

  it.skipIf(!hasSandbox)(
    "counts the questions of commands that run about the network too, each host and package once a session (needs a sandbox)",
    async () => {
      const found = await measure({ data: writeSessions(installing), print: () => {} });
      expect(found.network_questions).toEqual({ per_session: 1.667, without_locks: 2 });
    },
  );

  it("counts each host once a session where the card before a command names it, and nothing asks afterwards", async () => {
    const data = writeSessions(installing);
    const found = await measure({ data, level: "none", print: () => {} });
    expect(found.network_questions).toEqual({ per_session: 1.333, without_locks: 1.333 });
  });

  it("puts the workspace in the place of the session's project, where its path stands by itself", () => {
    const row = { session: "s", index: 0, cwd: "/home/me/app" };
    const put = (command: string): string => inWorkspace({ ...row, command }, "/w");
    expect(put("cd /home/me/app && cat /app/x --at=/app")).toBe("cd /w && cat /w/x --at=/w");
    expect(put("cat /application /usr/app /app.bak ../app")).toBe(
      "cat /application /usr/app /app.bak ../app",
    );
  });
});
