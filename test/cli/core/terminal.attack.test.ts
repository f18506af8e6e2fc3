/**
 * Text of strangers, wherever a command prints it: file names, file contents, rules of a project, what a client calls itself,
 * rows that somebody wrote into the store. None of it reaches the terminal as anything but visible characters.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { type CliWorld, openCliWorld } from "@toolplane/cli/fixtures";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

/** A title, a bell, a reversal, the one-character form of a sequence's beginning, and a return to the line's start. */
const EVIL = "\u001b]0;PWNED\u0007\u202e\u009b2J\rover";
const OBEYED: readonly string[] = ["\u001b", "\u0007", "\u202e", "\u009b", "\r"];
/** What the progress line is drawn with. */
const OURS = "\r\u001b[2K";

let world: CliWorld;
let directory: string;
let sessions: readonly string[];

beforeAll(async () => {
  world = openCliWorld();
  directory = join(world.root, `work${EVIL}`);
  mkdirSync(join(directory, ".toolplane"), { recursive: true });
  writeFileSync(join(directory, `file${EVIL}.txt`), `text ${EVIL}\n`);
  writeFileSync(join(directory, "plain.txt"), `text ${EVIL}\nsecond\n`);
  writeFileSync(join(directory, ".toolplane", `other${EVIL}.json`), "{}");
  const rules = [
    { permission: "fs.read", pattern: `**/secret${EVIL}*`, action: "deny" },
    { permission: "fs.write", pattern: `**/ask${EVIL}*`, action: "ask" },
  ];
  writeFileSync(join(directory, ".toolplane/policy.jsonc"), JSON.stringify({ rules }));
  await run(["trust", "--yes"]);
  await run(["call", "write", "--path", `new${EVIL}`, "--content", `a${EVIL}`, "--set=mode=yolo"]);
  await run(["call", "read", "--path", `secret${EVIL}`]);
  const { stdout } = await run(["sessions", "--json", "--all"]);
  sessions = JSON.parse(stdout).sessions.map(({ sessionId }: { sessionId: string }) => sessionId);
  writeIntoStore();
});
afterAll(() => world.remove());

/** As somebody without the key would. */
function writeIntoStore(): void {
  const store = new DatabaseSync(join(world.data, "record.sqlite"));
  for (const { session_id: id, manifest } of store
    .prepare("select session_id, manifest from sessions")
    .all())
    store
      .prepare("update sessions set manifest = ? where session_id = ?")
      .run(JSON.stringify({ ...JSON.parse(String(manifest)), client: EVIL, role: EVIL }), id ?? "");
  const approval = {
    id: `apr_${EVIL}`,
    tool: EVIL,
    origin: EVIL,
    key: EVIL,
    scope: "session",
    sessionId: sessions[0],
    grantedAtMs: 1,
    cover: [{ capability: "fs.write", path: EVIL, real: EVIL, origin: "direct" }],
  };
  store
    .prepare("insert into approvals values (?, ?, ?, 'session', ?, 1, ?)")
    .run(approval.id, EVIL, EVIL, sessions[0] ?? "", JSON.stringify(approval));
  store.prepare("insert into paused_sessions values (?, ?, 1, null, null, ?)").run(
    EVIL,
    EVIL,
    JSON.stringify({
      question: EVIL,
      options: [EVIL],
      state: { kind: "toolplane question 1", question: { tool: EVIL } },
    }),
  );
  store.close();
}

function run(words: readonly string[]): ReturnType<CliWorld["run"]> {
  return world.run(words, { directory, isTerminal: true, env: { NO_COLOR: "1" } });
}

function obeyed(printed: string): readonly string[] {
  const rest = printed.replaceAll(OURS, "");
  return OBEYED.filter((character) => rest.includes(character));
}

const LINES: readonly (readonly string[])[] = [
  [],
  ["config"],
  ["trust"],
  ["trust", "--list"],
  ["trust", "--revoke", `x${EVIL}`],
  ["init"],
  ["call", "read", "--path", "plain.txt"],
  ["call", "read", "--path", `file${EVIL}.txt`],
  ["call", "read", "--path", `secret${EVIL}`],
  ["call", "read", "--path", `missing${EVIL}`],
  ["call", "write", "--path", `ask${EVIL}`, "--content", EVIL],
  ["call", "glob", "--pattern", "*"],
  ["call", "read", "--json", "--path", "plain.txt"],
  ["call", EVIL],
  ["call", "read", `--x${EVIL}`, "1"],
  ["call", "read", `{"path":"${EVIL}`],
  ["call", "read", "--path", "x", "--set", `m${EVIL}=x`],
  ["call", "read", "--path", "x", "--workspace", EVIL],
  ["tools", EVIL],
  ["sessions", "--all"],
  ["show", EVIL],
  ["undo"],
  ["approvals"],
  ["approvals", "answer", EVIL],
  ["approvals", "revoke", EVIL],
  ["policy", "list"],
  ["policy", "explain", "read", "--path", `secret${EVIL}`],
  ["policy", "test", EVIL],
  ["policy", "fmt", ".toolplane/policy.jsonc"],
  ["policy", "import", EVIL],
  ["start", "--client", "claude-code"],
  ["start", "--client", "json"],
  ["serve", "--token-file", EVIL],
  ["serve", "--allow-origin", EVIL],
  ["completion", EVIL],
  ["help", EVIL],
  [EVIL],
];

describe("on a terminal, text of strangers is shown and never obeyed:", () => {
  it.each(LINES.map((words) => [JSON.stringify(words), words] as const))("%s", async (_, words) => {
    const { stdout, stderr } = await run(words);
    expect(obeyed(stdout + stderr)).toEqual([]);
  });

  it.each([
    ["show"],
    ["show", "1"],
    ["show", "1", "--diff"],
    ["export"],
    ["replay"],
    ["replay", "--results"],
    ["verify"],
  ])("a session that holds it: %s %s", async (command, ...more) => {
    for (const id of sessions) {
      const { stdout, stderr } = await run([command as string, id, ...more]);
      expect(obeyed(stdout + stderr)).toEqual([]);
    }
  });

  it("and JSON says the same value as ever", async () => {
    const { stdout } = await run(["call", "read", "--json", "--path", "plain.txt"]);
    expect(JSON.stringify(JSON.parse(stdout))).toContain(JSON.stringify(EVIL).slice(1, -1));
  });
});
