import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openState } from "./open-state.ts";
import { takeNews } from "./take-news.ts";

let base = "";
beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "tp-news-")));
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

it("says once, to who was here before, that reading .env asks", async () => {
  await (await openState(base)).close();
  expect(takeNews(base)).toContain(".env");
  expect(takeNews(base)).toBeNull();
});

it("says nothing to who begins now", async () => {
  const data = join(base, "new");
  expect(takeNews(data)).toBeNull();
  await (await openState(data)).close();
  expect(takeNews(data)).toBeNull();
});
