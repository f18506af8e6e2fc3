import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import type { Places } from "./places.ts";
import { createSessionPlaces, folderName } from "./session-places.ts";
import { variablesOf } from "./variables-of.ts";

function open(): Places {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "toolplane-session-places-")));
  onTestFinished(() => rmSync(base, { recursive: true, force: true }));
  const scratch = join(base, "scratch");
  mkdirSync(scratch);
  const userData = join(base, "data");
  return {
    roots: [base],
    adHoc: () => [],
    userData,
    scratch,
    home: base,
    tmpIsScratch: true,
    aliases: [],
  };
}

it("gives each session a folder of its own, and closes the others' to it", () => {
  const places = open();
  const sessions = createSessionPlaces(places);
  const one = sessions.of("ses_1");
  const other = sessions.of("ses_2");
  expect(one.scratch).toBe(join(places.scratch, "ses_1"));
  expect(other.scratch).not.toBe(one.scratch);
  expect(sessions.of("ses_1")).toBe(one);
  expect(existsSync(one.scratch)).toBe(true);
  expect(variablesOf(one)).toMatchObject({
    scratch: [one.scratch],
    "user-data": [places.userData, places.scratch],
  });
  expect(variablesOf(places)["user-data"]).toEqual([places.userData]);
});

it("removes what a session leaves, whatever it is called and however it is closed, and follows no link", () => {
  const places = open();
  const sessions = createSessionPlaces(places);
  const { scratch } = sessions.of("ses_1");
  const kept = sessions.of("ses_2").scratch;
  mkdirSync(join(scratch, "shut/inner"), { recursive: true, mode: 0o500 });
  mkdirSync(Buffer.concat([Buffer.from(`${scratch}/`), Buffer.from([0x64, 0xff])]));
  writeFileSync(Buffer.concat([Buffer.from(`${scratch}/`), Buffer.from([0xff])]), "");
  writeFileSync(join(kept, "file"), "");
  symlinkSync(kept, join(scratch, "link"));
  sessions.forget("ses_1");
  sessions.forget("never heard of");
  expect([scratch, join(kept, "file")].map((path) => existsSync(path))).toEqual([false, true]);
  expect(existsSync(sessions.of("ses_1").scratch)).toBe(true);
});

it("makes a name of every id, and no two ids have the same", () => {
  const ids = ["ses_1", "..", ".", "", "a/b", "../ses_1", ".home-1", "x".repeat(200), "ü", "a\0b"];
  const names = ids.map(folderName);
  const again = names.map(folderName);
  expect(new Set([...names, ...again.slice(1)]).size).toBe(2 * ids.length - 1);
  expect(names.filter((name) => !/^[+\w][\w.-]*$/.test(name))).toEqual([]);
});
