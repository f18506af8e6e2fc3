import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openState } from "./open-state.ts";
import { takeNews } from "./take-news.ts";

const at = (userData: string) => ({ userData, recordPlace: null });
let base = "";
beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "tp-news-")));
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

it("says once, to who was here before, that reading .env asks", async () => {
  await (await openState(at(base))).close();
  expect(takeNews(at(base))).toContain(".env");
  expect(takeNews(at(base))).toBeNull();
});

it("says nothing to who begins now", async () => {
  const data = join(base, "new");
  expect(takeNews(at(data))).toBeNull();
  await (await openState(at(data))).close();
  expect(takeNews(at(data))).toBeNull();
});
