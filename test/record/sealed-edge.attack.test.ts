/**
 * SECURITY.md: "what is altered in the record is found: a row, a change of a file, a manifest, a whole session".
 *
 * Alterations are made from what lies in a real store: every table, so also one that is added later. What is altered and not found
 * must change nothing that `show` tells, or is named here with its reason.
 */
import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { makeRecordedWorld, type RecordedWorld, type Step } from "@toolplane/cli/fixtures";
import type { Store } from "@toolplane/contract/ports";
import { createChangeSides, openSqliteStore } from "@toolplane/host";
import { markHeads, pruneRecord } from "@toolplane/kernel/record";
import { type ChangeGround, readChanges } from "@toolplane/library/rooms/changes";
import {
  type KeptHead,
  loadSession,
  newestFirst,
  verifyStore,
} from "@toolplane/library/rooms/record";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Alteration, readAlterations } from "./alterations.fixture.ts";

const STEPS: readonly Step[] = [
  ["read", { path: "README.md" }],
  ["edit", { path: "src/total.ts", old: "1;", new: "2;" }],
  ["write", { path: "src/more.ts", content: "export const more = 1;\n" }],
  ["read", { path: ".env" }],
  ["write", { path: "src/pdf.ts", content: "export const pdf = 2;\n" }],
  ["undo", { action: "undo", paths: ["src/pdf.ts"] }],
  ["todo", { items: [{ content: "one", status: "pending" }] }],
];
const YES = ["once", "once", "once", "once", "once"] as const;

let world: RecordedWorld;
let folder = "";
let file = "";
/** The store before it went on. */
let older = "";
let key = new Uint8Array();
let head: KeptHead;

/** Sessions with changes, one of reads alone, one below another, and one that retention let go of. */
beforeAll(async () => {
  world = makeRecordedWorld();
  folder = mkdtempSync(join(tmpdir(), "toolplane-sealed-"));
  await world.record([["read", { path: "README.md" }]], { id: "ses_old" });
  await world.record(STEPS, { id: "ses_one", answers: YES });
  older = join(folder, "older.sqlite");
  copyFileSync(join(world.data, "record.sqlite"), older);
  await world.record([["read", { path: "README.md" }]], { id: "ses_one" });
  await world.record([["write", { path: "two.txt", content: "two\n" }]], {
    id: "ses_two",
    answers: YES,
  });
  await world.record([["read", { path: "README.md" }]], { id: "ses_three" });
  const state = await world.state();
  key = Uint8Array.from(state.key as Uint8Array);
  const keep = ["ses_one", "ses_two", "ses_three"];
  await pruneRecord(state, { nowMs: Date.now() + 60_000, maxAgeMs: 1, keep });
  const end = await markHeads({ ...state, wallMs: Date.now });
  if (end === null) throw new TypeError("no head");
  head = { sequence: end.sequence, hash: end.hash, at: "now" };
  await state.close();
  file = join(folder, "record.sqlite");
  copyFileSync(join(world.data, "record.sqlite"), file);
});
afterAll(() => {
  world.remove();
  rmSync(folder, { recursive: true, force: true });
});

/** Everything that `show` tells of every session, with the lines that changed. */
async function told(store: Store): Promise<string> {
  const texts: string[] = [];
  for (const manifest of await newestFirst(store)) {
    const session = await loadSession(store, manifest);
    const { record: _, ...shown } = session;
    const { sessionId } = manifest;
    const changes = [];
    for (const callId of new Set(session.changes.map((change) => change.callId)))
      changes.push(await readChanges(groundOf(store), { sessionId, callId }));
    texts.push(JSON.stringify([shown, changes], inOrder));
  }
  return texts.join("\n");
}

function groundOf(store: Store): ChangeGround {
  return {
    store,
    sides: createChangeSides({ store, userData: folder, maxBytes: 1_048_576 }),
    closed: () => new Set(),
    mask: (text) => text,
    nowMs: () => 0,
  };
}

/** The order of members says nothing. */
function inOrder(_: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1)),
  );
}

interface Outcome {
  readonly found: boolean;
  /** Null where it was found: then it does not matter. */
  readonly told: string | null;
}

async function tryOne(
  alteration: Pick<Alteration, "apply"> | null,
  heads: readonly KeptHead[] = [],
): Promise<Outcome | "refused"> {
  const copy = join(folder, "copy.sqlite");
  for (const end of ["", "-wal", "-shm"]) rmSync(`${copy}${end}`, { force: true });
  copyFileSync(file, copy);
  if (alteration) {
    const database = new DatabaseSync(copy);
    try {
      database.exec("BEGIN");
      alteration.apply(database);
      database.exec("COMMIT");
    } catch {
      return "refused";
    } finally {
      database.close();
    }
  }
  const store = await openSqliteStore({ path: copy });
  try {
    const verified = await verifyStore({ store, key }, { heads });
    return verified?.ok ? { found: false, told: await told(store) } : { found: true, told: null };
  } catch {
    // It cannot be read, and a command ends with that.
    return { found: true, told: null };
  } finally {
    await store.close();
  }
}

/** What is told changes by these and no seal says so, each for a reason. */
const NOT_FOUND: Readonly<Record<string, string>> = {
  payloads: "a payload that is gone is what retention does; one that was changed is found",
  payload_epochs: "where payloads are looked for: without it they are gone, as by retention",
};

describe("a record that somebody alters", () => {
  it("is whole as it is, and what was kept of it elsewhere is held", async () => {
    expect(await tryOne(null)).toMatchObject({ found: false });
    const store = await openSqliteStore({ path: file });
    const verified = await verifyStore({ store, key }, { heads: [head] });
    await store.close();
    expect(verified).toMatchObject({ ok: true, lost: [] });
    expect(verified?.answers.map(({ sessionId }) => sessionId).toSorted()).toEqual([
      "ses_one",
      "ses_three",
      "ses_two",
    ]);
  });

  it("is found out by every alteration of what it tells: a session that is removed whole is missed, and so is a change of a file", async () => {
    const whole = await tryOne(null);
    if (whole === "refused") throw new TypeError("it cannot be opened");
    const alterations = readAlterations(file);
    const unseen: string[] = [];
    const excused = new Set<string>();
    const counts = { found: 0, nothing: 0, refused: 0 };
    for (const alteration of alterations) {
      const outcome = await tryOne(alteration);
      if (outcome === "refused") counts.refused += 1;
      else if (outcome.found) counts.found += 1;
      else if (outcome.told === whole.told) counts.nothing += 1;
      else if (alteration.table in NOT_FOUND) excused.add(alteration.table);
      else unseen.push(alteration.name);
    }
    expect(unseen).toEqual([]);
    expect([...excused].toSorted()).toEqual(Object.keys(NOT_FOUND).toSorted());
    expect(counts.found).toBeGreaterThan(300);
    // Only what a constraint of the tables forbids cannot be planted.
    expect(counts.refused).toBeLessThan(alterations.length / 10);
  });

  it("misses rows of one session that were put back with their head, once somebody had kept a head", async () => {
    const tables = ["sessions", "journal"].flatMap((table) => [
      `DELETE FROM ${table} WHERE session_id = 'ses_one'`,
      `INSERT INTO ${table} SELECT * FROM older.${table} WHERE session_id = 'ses_one'`,
    ]);
    const outcome = await tryOne({
      apply(database) {
        database.exec("COMMIT");
        database.exec(`ATTACH '${older}' AS older`);
        database.exec("BEGIN");
        for (const text of [
          ...tables,
          "DELETE FROM events WHERE chain = (SELECT chain FROM chains WHERE session_id = 'ses_one')",
          "DELETE FROM chains WHERE session_id = 'ses_one'",
          "INSERT INTO chains SELECT * FROM older.chains WHERE session_id = 'ses_one'",
          "INSERT INTO events SELECT * FROM older.events WHERE chain = (SELECT chain FROM chains WHERE session_id = 'ses_one')",
        ])
          database.exec(text);
      },
    });
    expect(outcome).toMatchObject({ found: true });
  });

  it("that is put back whole, heads and all, or emptied, is found by a head that was kept elsewhere and by nothing else", async () => {
    const emptied = {
      apply(database: DatabaseSync) {
        for (const table of ["events", "chains", "sessions", "journal"])
          database.exec(`DELETE FROM ${table}`);
      },
    };
    expect(await tryOne(emptied)).toMatchObject({ found: false });
    expect(await tryOne(emptied, [head])).toMatchObject({ found: true });
    const store = await openSqliteStore({ path: older });
    const without = await verifyStore({ store, key });
    const withHead = await verifyStore({ store, key }, { heads: [head] });
    await store.close();
    expect([without?.ok, withHead?.ok]).toEqual([true, false]);
  });
});
