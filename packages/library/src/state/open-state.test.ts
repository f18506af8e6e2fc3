import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { describeFault } from "./describe-fault.ts";
import { openKey } from "./open-key.ts";
import { openState } from "./open-state.ts";

let base = "";
let data = "";
beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "tp-state-")));
  data = join(base, "deep", "data");
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

const modeOf = (path: string): number => statSync(path).mode & 0o777;
const key = () => join(data, "record.key");
const file = () => join(data, "record.sqlite");

describe("what is kept between runs", () => {
  it("is private from the first moment, and the same the next time", async () => {
    const first = await openState({ userData: data, recordPlace: null });
    await first.close();
    const second = await openState({ userData: data, recordPlace: null });
    await second.close();
    expect(second.key).toEqual(first.key);
    expect(first.key).toHaveLength(32);
    expect([modeOf(data), modeOf(key()), modeOf(file())]).toEqual([0o700, 0o600, 0o600]);
    expect(readdirSync(data).sort()).toEqual(["record.key", "record.sqlite"]);
  });

  it("is closed again where a copy or an umask left it open", async () => {
    const first = await openState({ userData: data, recordPlace: null });
    await first.close();
    chmodSync(data, 0o755);
    chmodSync(file(), 0o644);
    await (await openState({ userData: data, recordPlace: null })).close();
    expect([modeOf(data), modeOf(file())]).toEqual([0o700, 0o600]);
  });

  it("has one key when two make it at the same moment", async () => {
    const keys = await Promise.all([1, 2, 3].map(async () => openKey(data)));
    expect(new Set(keys.map((bytes) => Buffer.from(bytes).toString("hex"))).size).toBe(1);
  });
});

describe("a key that cannot be trusted", () => {
  const make = (): void => {
    mkdirSync(data, { recursive: true, mode: 0o700 });
    writeFileSync(key(), Buffer.alloc(32, 1), { mode: 0o600 });
  };

  it.each([
    ["can be read by others", () => chmodSync(key(), 0o640), /can be read by others.*chmod 600/s],
    ["can be written by others", () => chmodSync(key(), 0o602), /can be read by others/],
    ["is too short", () => writeFileSync(key(), "short"), /32 bytes is expected/],
    ["is too long", () => writeFileSync(key(), Buffer.alloc(33)), /32 bytes is expected/],
    [
      "is a link",
      () => {
        rmSync(key());
        writeFileSync(join(base, "other"), Buffer.alloc(32), { mode: 0o600 });
        symlinkSync(join(base, "other"), key());
      },
      /is a link/,
    ],
    [
      "is a directory",
      () => {
        rmSync(key());
        mkdirSync(key());
      },
      /is not a file/,
    ],
  ])("is refused when it %s, and nothing else is touched", async (_, spoil, text) => {
    make();
    spoil();
    await expect(openState({ userData: data, recordPlace: null })).rejects.toThrow(text);
    expect(existsSync(join(data, "record.sqlite"))).toBe(false);
  });

  it("is not replaced", async () => {
    make();
    chmodSync(key(), 0o644);
    await expect(openState({ userData: data, recordPlace: null })).rejects.toThrow();
    expect(readFileSync(key())).toEqual(Buffer.alloc(32, 1));
  });
});

describe("a store that cannot be used", () => {
  it("says that a newer version wrote it", async () => {
    await (await openState({ userData: data, recordPlace: null })).close();
    const database = new DatabaseSync(file());
    database.exec("PRAGMA user_version = 99");
    database.close();
    await expect(openState({ userData: data, recordPlace: null })).rejects.toThrow(
      /written by a newer version.*update toolplane/,
    );
  });

  it("says that another program's database is there", async () => {
    mkdirSync(data, { recursive: true });
    const database = new DatabaseSync(join(data, "record.sqlite"));
    database.exec("CREATE TABLE theirs (a)");
    database.close();
    await expect(openState({ userData: data, recordPlace: null })).rejects.toThrow(
      /another program/,
    );
  });

  it("says that it is damaged", async () => {
    mkdirSync(data, { recursive: true });
    writeFileSync(join(data, "record.sqlite"), "no database at all, but long enough".repeat(50));
    await expect(openState({ userData: data, recordPlace: null })).rejects.toThrow(
      /is not a database/,
    );
  });

  it("says that a file is where the folder should be", async () => {
    mkdirSync(join(base, "deep"));
    writeFileSync(data, "");
    await expect(openState({ userData: data, recordPlace: null })).rejects.toThrow(
      /is a file where a directory is wanted/,
    );
    await expect(openState({ userData: join(data, "below"), recordPlace: null })).rejects.toThrow(
      /lies below a file/,
    );
  });

  it.each([
    ["ENOSPC", "its disk is full"],
    ["EROFS", "cannot be written"],
    ["EACCES", "look at who owns it"],
  ])("says what to do about %s", (code, text) => {
    const told = describeFault(Object.assign(new Error(code), { code }), "/data/record.key");
    expect(String(told)).toContain(`/data/record.key: `);
    expect(String(told)).toContain(text);
  });

  it("names no other place for the files of a project", () => {
    const denied = Object.assign(new Error("EACCES"), { code: "EACCES" });
    const told = String(describeFault(denied, "/home/ada/ledger/.toolplane/policy.jsonc"));
    expect(told).toContain("look at who owns the project's folder");
    expect(told).not.toContain("TOOLPLANE_");
  });
});
