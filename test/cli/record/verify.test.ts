import { readFileSync, writeFileSync } from "node:fs";
import { openRecordedWorld, type RecordedWorld, type Step } from "@toolplane/cli/fixtures";
import { describe, expect, it } from "vitest";

const STEPS: readonly Step[] = [
  ["read", { path: "README.md" }],
  ["glob", { pattern: "**/*.ts" }],
  ["grep", { pattern: "total", path: "src" }],
  ["read", { path: "src/total.ts" }],
];

/** Rows: 0 the opening, 1 to 4 the calls, 5 the end. */
async function recorded(): Promise<RecordedWorld> {
  const world = openRecordedWorld();
  await world.record(STEPS, { id: "ses_one" });
  await world.record(STEPS, { id: "ses_two" });
  return world;
}

const OF = "chain = (SELECT chain FROM chains WHERE session_id = 'ses_one')";
const OTHER = "(SELECT chain FROM chains WHERE session_id = 'ses_two')";
const digestOf = (row: number) =>
  `(SELECT payload_digest FROM events WHERE ${OF} AND sequence = ${row})`;

describe("a record that was changed behind our back", () => {
  it.each([
    ["a row's type", 3, [`UPDATE events SET type = 'call-refuse' WHERE ${OF} AND sequence = 3`]],
    ["a row's time", 2, [`UPDATE events SET at_ms = at_ms + 1 WHERE ${OF} AND sequence = 2`]],
    ["a row's call", 1, [`UPDATE events SET call_id = 'call_9' WHERE ${OF} AND sequence = 1`]],
    [
      "what a row points at",
      4,
      [`UPDATE events SET payload_digest = ${digestOf(1)} WHERE ${OF} AND sequence = 4`],
    ],
    ["a row's hash", 2, [`UPDATE events SET hash = '00' WHERE ${OF} AND sequence = 2`]],
    ["a dropped row", 2, [`DELETE FROM events WHERE ${OF} AND sequence = 2`]],
    ["a dropped first row", 0, [`DELETE FROM events WHERE ${OF} AND sequence = 0`]],
    [
      "a dropped row, the others moved up",
      2,
      [
        `DELETE FROM events WHERE ${OF} AND sequence = 2`,
        `UPDATE events SET sequence = sequence - 1 WHERE ${OF} AND sequence > 2`,
      ],
    ],
    [
      "two rows swapped",
      2,
      [
        `UPDATE events SET sequence = 99 WHERE ${OF} AND sequence = 2`,
        `UPDATE events SET sequence = 2 WHERE ${OF} AND sequence = 3`,
        `UPDATE events SET sequence = 3 WHERE ${OF} AND sequence = 99`,
      ],
    ],
    ["a cut end", 4, [`DELETE FROM events WHERE ${OF} AND sequence >= 4`]],
    [
      "a cut end, with the older head put together anew",
      4,
      [
        `DELETE FROM events WHERE ${OF} AND sequence >= 4`,
        `UPDATE chains SET head_sequence = 3, next_sequence = 4, head_hash =
          (SELECT hash FROM events WHERE ${OF} AND sequence = 3) WHERE session_id = 'ses_one'`,
      ],
    ],
    [
      "a row of another session in place of one",
      3,
      [
        `DELETE FROM events WHERE ${OF} AND sequence = 3`,
        `INSERT INTO events SELECT (SELECT chain FROM chains WHERE session_id = 'ses_one'), sequence,
          type, at_ms, call_id, payload_digest, previous, hash FROM events WHERE chain = ${OTHER} AND sequence = 3`,
      ],
    ],
    [
      "a row put behind the last",
      6,
      [
        `INSERT INTO events SELECT chain, 6, 'call-succeed', at_ms, 'call_7', payload_digest, hash, hash
          FROM events WHERE ${OF} AND sequence = 5`,
      ],
    ],
    ["a changed payload", 3, [`UPDATE payloads SET bytes = x'7b7d' WHERE digest = ${digestOf(3)}`]],
    [
      "another session's head",
      6,
      [
        `UPDATE chains SET (head_sequence, head_hash, head_mac) =
          (SELECT head_sequence, head_hash, head_mac FROM chains WHERE session_id = 'ses_two')
          WHERE session_id = 'ses_one'`,
      ],
    ],
    [
      "a head that is gone",
      6,
      [
        "UPDATE chains SET head_sequence = NULL, head_hash = NULL, head_mac = NULL WHERE session_id = 'ses_one'",
      ],
    ],
  ])("is found at the right row: %s", async (_, row, statements) => {
    const world = await recorded();
    world.tamper(...statements);
    const found = await world.run(["verify", "ses_one", "--json"]);
    expect(JSON.parse(found.stdout)).toMatchObject({ sessionId: "ses_one", ok: false, row });
    expect(found.code).toBe(1);
    const all = await world.run(["verify", "--all"]);
    expect(all.code).toBe(1);
    expect(all.stdout).toContain(`ses_one  broken at\n  row ${row}: `);
    expect(all.stdout).toContain("1 session, 6 rows, chain whole");
    const shown = await world.run(["show", "ses_one"]);
    expect(shown.stdout).toContain(`broken at row ${row}`);
    expect(shown.code).toBe(1);
  });

  it("is whole when nothing was, and when retention only dropped payloads", async () => {
    const world = await recorded();
    expect(await world.run(["verify"])).toMatchObject({ code: 0 });
    world.tamper(`DELETE FROM payloads WHERE digest = ${digestOf(2)}`);
    const { code, stdout } = await world.run(["verify", "ses_o"]);
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^✓ ses_one {2}6 rows, chain whole/)]);
  });

  it("does not verify with another key", async () => {
    const world = await recorded();
    writeFileSync(`${world.data}/record.key`, Buffer.alloc(32, 9));
    const { code, stdout } = await world.run(["verify", "ses_one"]);
    expect([code, stdout]).toEqual([1, expect.stringContaining("not sealed with this key")]);
  });
});

const WITHOUT_ONE = [
  "DELETE FROM sessions WHERE session_id = 'ses_one'",
  "DELETE FROM chat_parts WHERE session_id = 'ses_one'",
  `DELETE FROM events WHERE ${OF}`,
  "DELETE FROM chains WHERE session_id = 'ses_one'",
];

describe("the edge of a record", () => {
  it("is sealed: a session that was removed whole is named, and one without rows and head is not whole", async () => {
    const world = await recorded();
    const store = `${world.data}/record.sqlite`;
    const whole = readFileSync(store);
    world.tamper(...WITHOUT_ONE);
    const missing = await world.run(["verify", "--all"]);
    expect(missing.code).toBe(1);
    expect(missing.stdout).toContain(
      "ses_one  broken at\n  row 0: it was opened, and all of its rows",
    );
    expect(missing.stdout).toContain("1 session, 6 rows, chain whole");
    expect((await world.run(["doctor"])).stdout).toContain("ses_one");
    writeFileSync(store, whole);
    world.tamper(
      `DELETE FROM events WHERE ${OF}`,
      "UPDATE chains SET head_sequence = NULL, head_hash = NULL, head_mac = NULL WHERE session_id = 'ses_one'",
    );
    for (const words of [
      ["verify", "ses_one"],
      ["show", "ses_one"],
      ["verify", "--all"],
    ])
      expect([words, (await world.run(words)).code]).toEqual([words, 1]);
  });

  it("says what the chain of sessions lost, once and not of each of them", async () => {
    const world = await recorded();
    world.tamper(
      "UPDATE events SET at_ms = 1 WHERE chain = (SELECT chain FROM chains WHERE session_id = 'toolplane:sessions') AND sequence = 1",
    );
    const { code, stdout } = await world.run(["verify", "--all"]);
    expect([code, stdout]).toEqual([
      1,
      expect.stringMatching(/^. The chain of sessions broken at\n {2}row 1: it was changed/),
    ]);
    expect(stdout).toContain("2 sessions, 12 rows, chain whole");
    const json = JSON.parse((await world.run(["verify", "--all", "--json"])).stdout);
    expect(json).toMatchObject({ chain: { ok: false }, sessions: [{ ok: true }, { ok: true }] });
    expect((await world.run(["verify", "ses_two"])).code).toBe(1);
  });

  it("is held by a line that was kept elsewhere, a line a day, and a record that was put back is found by it", async () => {
    const world = await recorded();
    const store = `${world.data}/record.sqlite`;
    const older = readFileSync(store);
    const first = await world.run(["verify", "--print-head"]);
    expect([first.code, first.stderr]).toEqual([0, ""]);
    expect(first.stdout).toMatch(/^toolplane-head \d+ [0-9a-f]{64} \S+Z\n$/);
    await world.record(STEPS, { id: "ses_three" });
    const second = await world.run(["verify", "--print-head"]);
    world.write({
      heads: `# kept by hand\n${first.stdout}${second.stdout}`,
      none: "\n",
      bad: "x\n",
    });
    const held = await world.run(["verify", "--head", "heads"]);
    expect([held.code, held.stdout]).toEqual([0, expect.stringContaining("3 sessions, 18 rows")]);
    writeFileSync(store, older);
    expect((await world.run(["verify", "--all"])).code).toBe(0);
    const lost = await world.run(["verify", "--head", "heads"]);
    expect([lost.code, lost.stdout]).toEqual([
      1,
      expect.stringMatching(/is not held: the record was\s+put back/),
    ]);
    for (const words of [
      ["verify", "--head", "none"],
      ["verify", "--head", "bad"],
      ["verify", "--head", "nowhere"],
      ["verify", "ses_one", "--head", "heads"],
    ])
      expect([words, (await world.run(words)).code]).toEqual([words, 2]);
  });

  it("prints no head of a record that is broken", async () => {
    const world = await recorded();
    world.tamper(...WITHOUT_ONE);
    const { code, stdout } = await world.run(["verify", "--print-head"]);
    expect([code, stdout.includes("toolplane-head")]).toEqual([1, false]);
  });
});
