import { execFileSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  closeSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { openSqliteStore } from "@toolplane/host";
import { afterAll, describe, expect, it } from "vitest";

const folder = mkdtempSync(join(tmpdir(), "tp-files-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const modeOf = (path: string) => statSync(path).mode & 0o777;
const place = (name: string) => join(folder, name);

describe("the file of a store", () => {
  it("and what lies beside it are private, and so is a directory that had to be made", async () => {
    const path = place("private/data/store.db");
    const store = await openSqliteStore({ path });
    await store.slots.put("ses_1", "tool", 1);
    expect([path, `${path}-wal`, `${path}-shm`].map(modeOf)).toEqual([0o600, 0o600, 0o600]);
    expect([place("private"), place("private/data")].map(modeOf)).toEqual([0o700, 0o700]);
    await store.close();
    chmodSync(path, 0o644);
    await (await openSqliteStore({ path })).close();
    expect(modeOf(path)).toBe(0o600);
  });

  it("of the first released schema is opened with all it holds", async () => {
    const path = place("version-1.db");
    const database = new DatabaseSync(path);
    database.exec(readFileSync(join(import.meta.dirname, "version-1.sql"), "utf8"));
    database.close();
    const store = await openSqliteStore({ path });
    expect(await store.sessions.get("ses_1")).toMatchObject({ role: "agent", tools: ["read"] });
    expect(await store.events.read("ses_1", { from: 0, limit: 9 })).toMatchObject([
      { sequence: 0, callId: "call_1", payloadDigest: "abc" },
    ]);
    expect(await store.events.head("ses_1")).toMatchObject({ sequence: 0, mac: "mac" });
    expect(await store.payloads.get("abc")).toEqual(new Uint8Array(Buffer.from("hello")));
    expect(await store.journal.list("ses_1")).toMatchObject([{ id: "chg_1", mode: 0o644 }]);
    await store.close();
  });

  it("of a newer version is refused and left alone", async () => {
    const path = place("newer.db");
    await (await openSqliteStore({ path })).close();
    const database = new DatabaseSync(path);
    database.exec("PRAGMA user_version = 99");
    database.close();
    await expect(openSqliteStore({ path })).rejects.toMatchObject({
      code: "unavailable",
      message: expect.stringMatching(/newer version \(schema 99, this one knows \d+\): update/),
    });
  });

  it("that is no database, or cannot be opened, is refused in words", async () => {
    const text = place("notes.txt");
    writeFileSync(text, "not a database, but long enough to be taken for one\n".repeat(100));
    mkdirSync(place("directory.db"));
    const refusals = [
      [text, `The store ${text} is not a database: name another file.`],
      [place("directory.db"), expect.stringMatching(/cannot be opened: look at its permissions/)],
      ["/dev/null/store.db", expect.stringMatching(/^The store \/dev\/null\/store.db /)],
    ] as const;
    for (const [path, message] of refusals)
      await expect(openSqliteStore({ path })).rejects.toMatchObject({
        code: "unavailable",
        message,
      });
    expect(readFileSync(text, "utf8")).toContain("not a database");
  });

  it("that was damaged while closed gives an error for what cannot be read, and never throws", async () => {
    const sound = place("sound.db");
    const filler = await openSqliteStore({ path: sound });
    for (let index = 0; index < 300; index += 1)
      await filler.payloads.put(index.toString(16).padStart(64, "0"), Buffer.alloc(500, index));
    await filler.close();
    const { size } = statSync(sound);
    const answers = new Set<string>();
    for (let from = 4_096; from < size; from += 4_096) {
      const path = place("damaged.db");
      copyFileSync(sound, path);
      const fd = openSync(path, "r+");
      writeSync(fd, Buffer.alloc(4_096, 0xa5), 0, 4_096, from);
      closeSync(fd);
      answers.add(await tryAll(path));
    }
    expect([...answers].sort()).toEqual(expect.arrayContaining(["fine", "unavailable: damaged"]));
    expect([...answers].filter((answer) => !/^(fine|unavailable: damaged)$/.test(answer))).toEqual(
      [],
    );
  });
});

/** What comes of reading and writing: the worst of it. */
async function tryAll(path: string): Promise<string> {
  const tell = (error: { code?: string; message: string }) =>
    `${error.code}: ${/is damaged/.test(error.message) ? "damaged" : error.message}`;
  const store = await openSqliteStore({ path }).catch(tell);
  if (typeof store === "string") return store;
  const done: Promise<unknown>[] = [store.slots.put("ses_1", "tool", 1), store.flush()];
  for (let index = 0; index < 300; index += 1)
    done.push(store.payloads.get(index.toString(16).padStart(64, "0")));
  const outcomes = await Promise.allSettled(done);
  const failed = outcomes.find(({ status }) => status === "rejected") as PromiseRejectedResult;
  await store.close().catch(() => undefined);
  return failed ? tell(failed.reason) : "fine";
}

const isRoot = process.getuid?.() === 0;

// Permissions mean nothing to root, so another user tries.
describe.skipIf(!isRoot)(
  "the file of a store, for a user who may not write it (needs root to become one)",
  () => {
    it("is refused in words", () => {
      const path = place("theirs/store.db");
      mkdirSync(place("theirs"));
      chmodSync(folder, 0o755);
      writeFileSync(path, "");
      chownSync(path, 0, 0);
      const script = `import(${JSON.stringify(import.meta.resolve("@toolplane/host"))})`;
      const told = execFileSync(
        process.execPath,
        [
          ...["--conditions=@toolplane/source", "--disable-warning=ExperimentalWarning", "-e"],
          `${script}.then((host) => host.openSqliteStore({ path: ${JSON.stringify(path)} })).then(() => console.log("opened"), (error) => console.log(error.code + ": " + error.message))`,
        ],
        { uid: 65_534, gid: 65_534, encoding: "utf8", env: { PATH: process.env.PATH } },
      );
      expect(told).toMatch(
        /^unavailable: The store .* (cannot be written|cannot be opened): look at/,
      );
    });
  },
);
