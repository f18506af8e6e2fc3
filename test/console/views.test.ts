/** The page of views: what a stopped run left is looked at, merged, landed and discarded, in a browser and through the API. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ConsoleWorld, openConsoleWorld } from "@toolplane/cli/fixtures";
import type { OneView, RebasedViewFacts, ViewList } from "@toolplane/contract/console";
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { buildConsole } from "../../scripts/build/build-console.ts";
import { hasSandbox } from "../has-sandbox.ts";
import { hasBrowser, launchChromium } from "../launch-chromium.ts";

const ROOT = join(import.meta.dirname, "../..");
const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
/** A folder for pictures that a person looks at; none unless named. */
const PICTURES = process.env.TOOLPLANE_CONSOLE_PICTURES;

const TURNS = [
  { calls: [{ name: "read", arguments: { path: "a.txt" } }] },
  {
    calls: [
      { name: "edit", arguments: { path: "a.txt", old_string: "two", new_string: "TWO" } },
      { name: "write", arguments: { path: "new.txt", content: "<img src=x>\n" } },
    ],
  },
  { text: "Done." },
];

const FILES = {
  "a.txt": "one\ntwo\n",
  "turns.jsonl": TURNS.map((turn) => JSON.stringify(turn)).join("\n"),
};

/** A run that was stopped before its turn was over. */
async function leave({ world }: ConsoleWorld): Promise<void> {
  const words = ["run", "Say it louder.", "--script", "turns.jsonl", "--view", "own"];
  expect((await world.run([...words, "--max-turns", "2", "--mode", "yolo"])).code).toBe(1);
}

const textOf = ({ world }: ConsoleWorld): string =>
  readFileSync(join(world.workspace, "a.txt"), "utf8");

describe.skipIf(!hasSandbox)("views through the console's API (needs a sandbox)", () => {
  let ground: ConsoleWorld;
  afterEach(() => ground.close());

  const get = async <T>(path: string) => (await ground.send(`/api/v1${path}`)).json as T;
  const post = (path: string, body: object = {}) =>
    ground.send(`/api/v1${path}`, { method: "POST", body });

  it("lists, shows, merges by answers and lands in the name of who answers here", async () => {
    ground = await openConsoleWorld(FILES);
    expect(await get("/views")).toMatchObject({ views: [], room: { held: 0 } });
    await leave(ground);
    const { views } = await get<ViewList>("/views");
    expect(views).toMatchObject([
      { prompt: "Say it louder.", isLive: false, counts: { added: 1, changed: 1, removed: 0 } },
    ]);
    const path = `/views/${views[0]?.id}`;
    const { shown } = await get<OneView>(path);
    expect(shown.files).toBe(2);
    expect(shown.changes.map(({ kind, added, removed }) => [kind, added, removed])).toEqual([
      ["changed", 1, 1],
      ["created", 1, 0],
    ]);
    ground.world.write({ "a.txt": "one\nTHEIRS\n" });
    const file = join(ground.world.workspace, "a.txt");
    expect(await get("/views")).toMatchObject({ views: [{ overlaps: [file] }] });
    expect((await post(`${path}/land`)).json).toMatchObject({ state: "kept", why: "conflict" });
    const { conflicts } = (await post(`${path}/rebase`)).json as unknown as RebasedViewFacts;
    expect(conflicts).toMatchObject([{ base: "one\ntwo\n", theirs: "one\nTHEIRS\n" }]);
    expect((await post(`${path}/rebase`, { answers: { [file]: "mine" } })).status).toBe(400);
    expect((await post(`${path}/rebase`, { answers: { [file]: "theirs" } })).json).toMatchObject({
      conflicts: [],
    });
    expect((await post(`${path}/land`)).json).toMatchObject({ state: "landed" });
    expect(textOf(ground)).toBe("one\nTHEIRS\n");
    expect((await ground.world.run(["show"])).stdout).toContain("1 landed or dropped by hand");
    for (const act of ["land", "rebase", "discard"])
      expect((await post(`${path}/${act}`)).status).toBe(404);
  });
});

describe.skipIf(!hasBrowser || !hasSandbox)("the page of views (needs chromium, a sandbox)", () => {
  let ground: ConsoleWorld;
  let browser: Browser;
  let page: Page;
  const folder = mkdtempSync(join(tmpdir(), "toolplane-views-"));
  const faults: string[] = [];

  beforeAll(async () => {
    await buildConsole(ROOT, folder);
    ground = await openConsoleWorld(FILES, { pages: folder });
    browser = await launchChromium();
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
    page = await context.newPage();
    page.on("console", (message) => {
      if (message.type() === "error") faults.push(message.text());
    });
    page.on("pageerror", (error) => faults.push(error.message));
    await page.goto(ground.server.ticketUrl());
    await page.getByRole("heading", { name: "Now" }).waitFor();
  });

  afterAll(async () => {
    await browser?.close();
    await ground?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  async function look(name: string): Promise<void> {
    if (PICTURES !== undefined) {
      mkdirSync(PICTURES, { recursive: true });
      await page.screenshot({ path: join(PICTURES, `${name}.png`), fullPage: true });
    }
    await page.evaluate(AXE);
    const found = (await page.evaluate(
      "axe.run(document, { resultTypes: ['violations'] }).then((r) => r.violations.map((v) => v.id + ' ' + v.nodes.map((n) => n.html).join()))",
    )) as readonly string[];
    expect([name, found]).toEqual([name, []]);
  }

  it("says what a view is where there is none", async () => {
    await page.getByRole("link", { name: "Views", exact: true }).click();
    await page.getByText("No views.").waitFor();
    await look("views-empty-light-1280");
  });

  it("shows one, its conflicts with three sides, takes an answer and lands it", async () => {
    await leave(ground);
    ground.world.write({ "a.txt": "one\nTHEIRS\n" });
    await page.reload();
    await page.getByText("The project changed too: a.txt").waitFor();
    await look("views-light-1280");
    await page.getByRole("link", { name: "Say it louder." }).click();
    await page.getByText("Changed files").waitFor();
    await page.getByRole("button", { name: "Land it" }).click();
    await page.getByText("Base, before both").waitFor();
    await look("views-conflict-light-1280");
    expect(textOf(ground)).toBe("one\nTHEIRS\n");
    await page.getByRole("button", { name: "Take ours" }).click();
    await page.getByRole("button", { name: "Merge with these answers" }).click();
    await page.getByText("1 path merged in the view.").waitFor();
    await page.getByRole("button", { name: "Land it" }).click();
    await page.getByText("Landed.").waitFor();
    await page.getByText("No views.").waitFor();
    expect(textOf(ground)).toBe("one\nTWO\n");
  });

  it("takes an answer for each place of a file that conflicts in several", async () => {
    const text = (first: string, last: string) => `${first}\n2\n3\n4\n5\n6\n7\n${last}\n`;
    const rewrite = { path: "a.txt", content: text("OURS", "OURS") };
    const turns = [
      { calls: [{ name: "read", arguments: { path: "a.txt" } }] },
      { calls: [{ name: "write", arguments: rewrite }] },
    ];
    ground.world.write({
      "a.txt": text("1", "8"),
      "turns.jsonl": turns.map((turn) => JSON.stringify(turn)).join("\n"),
    });
    await leave(ground);
    ground.world.write({ "a.txt": text("THEIRS", "THEIRS"), "turns.jsonl": FILES["turns.jsonl"] });
    await page.goto(`${ground.server.url}/views`);
    await page.getByRole("link", { name: "Say it louder." }).click();
    await page.getByRole("button", { name: "Land it" }).click();
    await page.getByText("Place 2, line 8").waitFor();
    await look("views-places-light-1280");
    await page.getByRole("button", { name: "2 answers to give" }).waitFor();
    await page.getByRole("button", { name: "Take ours" }).first().click();
    await page.getByRole("button", { name: "Take theirs" }).last().click();
    await page.getByRole("button", { name: "Merge with these answers" }).click();
    await page.getByText("1 path merged in the view.").waitFor();
    await page.getByRole("button", { name: "Land it" }).click();
    await page.getByText("Landed.").waitFor();
    expect(textOf(ground)).toBe(text("OURS", "THEIRS"));
  });

  it("discards one after a second press, and fits a phone", async () => {
    ground.world.write({ "a.txt": "one\ntwo\n" });
    await leave(ground);
    await page.setViewportSize({ width: 390, height: 900 });
    await page.goto(`${ground.server.url}/views`);
    await page.getByRole("link", { name: "Say it louder." }).click();
    await page.getByText("Changed files").waitFor();
    const over = await page.evaluate("document.documentElement.scrollWidth - window.innerWidth");
    expect(Number(over)).toBeLessThanOrEqual(0);
    await look("views-light-390");
    await page.getByRole("button", { name: "Discard…" }).click();
    await page.getByRole("button", { name: "Discard for good" }).click();
    await page.getByText("Discarded.").waitFor();
    await page.getByText("No views.").waitFor();
    expect(textOf(ground)).toBe("one\ntwo\n");
    expect(faults).toEqual([]);
  });
});
