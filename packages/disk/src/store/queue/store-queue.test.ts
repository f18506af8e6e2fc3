import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { ToolError } from "@toolplane/contract";
import { afterAll, describe, expect, it } from "vitest";
import { createStoreQueue, type StoreQueue, type StoreQueueOptions } from "./store-queue.ts";

const folder = mkdtempSync(join(tmpdir(), "tp-queue-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let opened = 0;

interface World {
  readonly queue: StoreQueue;
  readonly database: DatabaseSync;
  readonly other: DatabaseSync;
  readonly pauses: number[];
  put(text: string): Promise<void>;
  texts(): Promise<readonly string[]>;
}

function open(more: Partial<StoreQueueOptions> = {}): World {
  opened += 1;
  const path = join(folder, `${opened}.db`);
  const database = new DatabaseSync(path);
  database.exec("PRAGMA journal_mode = WAL; CREATE TABLE notes (text TEXT)");
  const pauses: number[] = [];
  let timeMs = 0;
  const queue = createStoreQueue({
    database,
    path: "the.db",
    patienceMs: 1_000,
    beforeCommit: () => {},
    walSync: { sync: () => undefined, close: () => {} },
    nowMs: () => timeMs,
    async wait(ms) {
      timeMs += ms;
      pauses.push(ms);
    },
    ...more,
  });
  return {
    queue,
    database,
    pauses,
    other: new DatabaseSync(path),
    put: (text) => queue.write(({ sql }) => void sql.run("INSERT INTO notes VALUES (?)", text)),
    texts: () =>
      queue.read(({ sql }) => sql.all("SELECT text FROM notes").map(({ text }) => text as string)),
  };
}

describe("createStoreQueue", () => {
  it("puts what was handed in during one turn into one transaction, in order, reads among it", async () => {
    let commits = 0;
    const world = open({
      beforeCommit: () => {
        commits += 1;
      },
    });
    const first = world.put("a");
    const between = world.texts();
    const second = world.put("b");
    expect([await first, await between, await second, await world.texts()]).toEqual([
      undefined,
      ["a"],
      undefined,
      ["a", "b"],
    ]);
    expect(commits).toBe(1);
  });

  it("cuts a long queue into several transactions", async () => {
    let commits = 0;
    const world = open({
      beforeCommit: () => {
        commits += 1;
      },
    });
    await Promise.all(Array.from({ length: 600 }, (_, index) => world.put(String(index))));
    expect([commits, (await world.texts()).length]).toEqual([3, 600]);
  });

  it("lets the others go on when one operation is refused", async () => {
    const { queue, put, texts } = open();
    const refused = queue.write(() => {
      throw new ToolError("conflict", "It is there already.");
    });
    const outcomes = await Promise.allSettled([put("a"), refused, put("b")]);
    expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
    expect(await texts()).toEqual(["a", "b"]);
  });

  it("lets the others go on when one hands in what cannot be kept", async () => {
    const { put, texts } = open();
    const outcomes = await Promise.allSettled([
      put("a"),
      put(undefined as unknown as string),
      put("b"),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
    expect(outcomes[1]).toMatchObject({ reason: { code: "invalid_input" } });
    expect(await texts()).toEqual(["a", "b"]);
  });

  it("undoes the whole transaction when the disk is full, and goes on when there is room again", async () => {
    const { database, put, texts } = open();
    await put("first");
    database.exec("PRAGMA max_page_count = 4");
    const outcomes = await Promise.allSettled([
      put("small"),
      put("x".repeat(100_000)),
      put("also small"),
    ]);
    for (const outcome of outcomes)
      expect(outcome).toMatchObject({
        reason: {
          code: "unavailable",
          message: "The store the.db cannot grow: free some space on its disk.",
        },
      });
    expect(await texts()).toEqual(["first"]);
    database.exec("PRAGMA max_page_count = 1000000");
    await put("y".repeat(100_000));
    expect(await texts()).toHaveLength(2);
  });

  it("waits for a lock of another process with growing pauses, and goes on when it is let go", async () => {
    const world = open({
      async wait() {
        world.pauses.push(1);
        if (world.pauses.length === 3) world.other.exec("COMMIT");
      },
    });
    world.other.exec("BEGIN IMMEDIATE; INSERT INTO notes VALUES ('theirs')");
    await world.put("ours");
    expect([world.pauses.length, await world.texts()]).toEqual([3, ["theirs", "ours"]]);
  });

  it("gives up on a lock that is held too long, and says that it is in use", async () => {
    const { other, put, texts, pauses } = open();
    other.exec("BEGIN IMMEDIATE");
    await expect(put("ours")).rejects.toMatchObject({
      code: "unavailable",
      message:
        "The store the.db is in use by another process that did not let go in time: try again.",
    });
    expect(pauses.slice(0, 7)).toEqual([1, 2, 4, 8, 16, 32, 50]);
    other.exec("ROLLBACK");
    await put("later");
    expect(await texts()).toEqual(["later"]);
  });

  it("tells those who wait for the disk when it fails, and only those", async () => {
    const fault = Object.assign(new TypeError("disk"), { code: "EIO" });
    const world = open({
      walSync: {
        sync() {
          throw fault;
        },
        close: () => {},
      },
    });
    const durable = world.queue.write(() => 1, { durable: true });
    const [plain, waited, flushed] = await Promise.allSettled([
      world.put("a"),
      durable,
      world.queue.flush(),
    ]);
    expect(plain.status).toBe("fulfilled");
    const message = "The store the.db could not be read or written: look at the disk.";
    for (const outcome of [waited, flushed])
      expect(outcome).toMatchObject({ reason: { code: "unavailable", message } });
  });

  it("writes what waits when it is closed, and refuses what comes after", async () => {
    const { queue, put, other } = open();
    const last = put("a");
    const closing = queue.close();
    await expect(put("b")).rejects.toMatchObject({ code: "unavailable" });
    await Promise.all([last, closing, queue.close()]);
    expect(other.prepare("SELECT text FROM notes").all()).toEqual([{ text: "a" }]);
  });
});
