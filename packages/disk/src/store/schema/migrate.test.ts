import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, it, onTestFinished } from "vitest";
import { isNewFile, migrate } from "./migrate.ts";
import { SCHEMA_STEPS } from "./schema.ts";

const steps = [
  "CREATE TABLE notes (id INTEGER PRIMARY KEY, text TEXT)",
  "ALTER TABLE notes ADD COLUMN author TEXT; UPDATE notes SET author = 'unknown'",
  "CREATE INDEX notes_by_author ON notes (author)",
];

function versionOf(database: DatabaseSync): unknown {
  return database.prepare("PRAGMA user_version").get()?.user_version;
}

describe("migrate", () => {
  it("takes the steps that are missing, and keeps what was there", () => {
    const database = new DatabaseSync(":memory:");
    migrate(database, { steps: steps.slice(0, 1), path: "a.db" });
    database.exec("INSERT INTO notes (text) VALUES ('old')");
    migrate(database, { steps, path: "a.db" });
    migrate(database, { steps, path: "a.db" });
    expect(versionOf(database)).toBe(3);
    expect(database.prepare("SELECT text, author FROM notes").all()).toEqual([
      { text: "old", author: "unknown" },
    ]);
  });

  it("takes all steps or none", () => {
    const database = new DatabaseSync(":memory:");
    migrate(database, { steps: steps.slice(0, 1), path: "a.db" });
    const broken = [...steps, "CREATE TABLE notes (id INTEGER)"];
    expect(() => migrate(database, { steps: broken, path: "a.db" })).toThrow(
      /notes already exists/,
    );
    expect(versionOf(database)).toBe(1);
    expect(() => database.prepare("SELECT author FROM notes")).toThrow(/no such column/);
    migrate(database, { steps, path: "a.db" });
    expect(versionOf(database)).toBe(3);
  });

  it("refuses the file of a newer version, and leaves it as it is", () => {
    const database = new DatabaseSync(":memory:");
    migrate(database, { steps, path: "a.db" });
    expect(() => migrate(database, { steps: steps.slice(0, 2), path: "a.db" })).toThrow(
      "The store a.db was written by a newer version (schema 3, this one knows 2): update toolplane, or name another file.",
    );
    expect(versionOf(database)).toBe(3);
  });

  it("refuses the database of another program", () => {
    const database = new DatabaseSync(":memory:");
    database.exec("CREATE TABLE bookmarks (url TEXT)");
    expect(() => migrate(database, { steps, path: "places.sqlite" })).toThrow(
      "The store places.sqlite is a database of another program: name another file.",
    );
  });

  it.each([1, 2, 3, 4])(
    "takes a file that another process makes before its look number %i for its own",
    (place) => {
      const folder = mkdtempSync(join(tmpdir(), "toolplane-migrate-"));
      onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
      const path = join(folder, "new.db");
      const own = new DatabaseSync(path);
      const other = new DatabaseSync(path);
      let looks = 0;
      const prepare = own.prepare.bind(own);
      own.prepare = (text) => {
        looks += 1;
        if (looks === place) migrate(other, { steps, path });
        return prepare(text);
      };
      expect(isNewFile(own, { steps, path })).toBe(place > looks);
      migrate(own, { steps, path });
      expect(versionOf(own)).toBe(3);
      for (const each of [own, other]) each.close();
    },
  );

  it("lets no other process in between its look and its steps", () => {
    const folder = mkdtempSync(join(tmpdir(), "toolplane-migrate-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const path = join(folder, "new.db");
    const own = new DatabaseSync(path);
    const other = new DatabaseSync(path);
    let hasBegun = false;
    let refusals = 0;
    const exec = own.exec.bind(own);
    own.exec = (text) => {
      exec(text);
      hasBegun ||= text.startsWith("BEGIN");
    };
    const prepare = own.prepare.bind(own);
    own.prepare = (text) => {
      if (hasBegun) {
        expect(() => migrate(other, { steps, path })).toThrow(/locked/);
        refusals += 1;
      }
      return prepare(text);
    };
    migrate(own, { steps, path });
    expect(refusals).toBeGreaterThan(0);
    migrate(other, { steps, path });
    expect(versionOf(other)).toBe(3);
    for (const each of [own, other]) each.close();
  });

  it("has steps that build the tables of this version", () => {
    const database = new DatabaseSync(":memory:");
    migrate(database, { steps: SCHEMA_STEPS, path: "a.db" });
    expect(versionOf(database)).toBe(SCHEMA_STEPS.length);
  });
});
