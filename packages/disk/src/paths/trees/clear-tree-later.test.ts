import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { clearTreeLater } from "./clear-tree-later.ts";

let base: string;
beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "clear-tree-later-")));
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

it("removes everything, whatever its modes and however deep, and follows no link", async () => {
  mkdirSync(join(base, "kept"));
  writeFileSync(join(base, "kept/a"), "");
  mkdirSync(join(base, "call/closed"), { recursive: true });
  mkdirSync(join(base, "call", ..."d".repeat(80)), { recursive: true });
  for (let file = 0; file < 40; file += 1) writeFileSync(join(base, `call/closed/${file}`), "");
  writeFileSync(Buffer.concat([Buffer.from(join(base, "call/x")), Buffer.from([0xff])]), "");
  symlinkSync("../kept", join(base, "call/link"));
  chmodSync(join(base, "call/closed"), 0);
  const cleared = clearTreeLater(join(base, "call"));
  expect(existsSync(join(base, "call"))).toBe(true);
  await cleared;
  expect([readdirSync(base), readdirSync(join(base, "kept"))]).toEqual([["kept"], ["a"]]);
});

it("takes no offence at what is gone, and goes through no link itself", async () => {
  await clearTreeLater(join(base, "nothing"));
  mkdirSync(join(base, "kept"));
  symlinkSync("kept", join(base, "link"));
  await clearTreeLater(join(base, "link"));
  expect(readdirSync(base).toSorted()).toEqual(["kept", "link"]);
});
