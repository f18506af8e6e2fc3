import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ConsoleWorld, FILES, keepTalk, openConsoleWorld } from "@toolplane/cli/fixtures";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildConsole } from "../../scripts/build/build-console.ts";
import { hasBrowser, launchChromium } from "../launch-chromium.ts";

const ROOT = join(import.meta.dirname, "../..");
const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
/** A folder for pictures that a person looks at; none unless named. */
const PICTURES = process.env.TOOLPLANE_CONSOLE_PICTURES;
const BOUND = { timeout: 60_000 };
const MARKUP = "<img src=x onerror=\"document.title='owned'\">";

describe.skipIf(!hasBrowser)("the session page with its words (needs chromium)", () => {
  let ground: ConsoleWorld;
  let browser: Browser;
  let page: Page;
  let spoken = "";
  let silent = "";
  const folder = mkdtempSync(join(tmpdir(), "toolplane-talk-"));

  beforeAll(async () => {
    await buildConsole(ROOT, folder);
    ground = await openConsoleWorld(FILES, { pages: folder });
    const { world, state } = ground;
    silent = (await world.record([["read", { path: "README.md" }]])).sessionId;
    spoken = (
      await world.record([
        ["read", { path: "README.md" }],
        ["read", { path: ".env" }],
        ["grep", { pattern: "total", path: "src" }],
      ])
    ).sessionId;
    const call = (id: string, name: string, args: object) => ({
      id,
      name,
      arguments: JSON.stringify(args),
    });
    await keepTalk(state.store, spoken, [
      { role: "user", from: "person", text: "Totals are off by a cent.\nFind out why." },
      {
        role: "assistant",
        text: `I will look at **every caller** first. ${MARKUP}\u202e`,
        calls: [
          call("call_1", "read", { path: "README.md" }),
          call("call_2", "read", { path: ".env" }),
        ],
      },
      { role: "assistant", text: "", calls: [call("call_3", "grep", { pattern: "total" })] },
      { role: "user", from: "host", text: "A background task has ended." },
      {
        role: "assistant",
        text: "Half of it\n\n[stopped by the user]",
        calls: [],
        stopped: true,
      },
      { role: "user", from: "person", text: `Here is a log: ${"x".repeat(1_048_576)}` },
      { role: "assistant", text: "Found it.", calls: [call("gone", "read", { path: "old.ts" })] },
    ]);
    browser = await launchChromium();
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
    page = await context.newPage();
    page.setDefaultTimeout(BOUND.timeout);
    await page.goto(ground.server.ticketUrl());
    await page.getByRole("heading", { name: "Now" }).waitFor();
  });

  afterAll(async () => {
    await browser?.close();
    await ground?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const open = (path: string) => page.goto(`${ground.server.url}${path}`);
  const talk = () => page.getByRole("list", { name: "Conversation" });

  async function look(name: string): Promise<void> {
    if (PICTURES !== undefined) {
      mkdirSync(PICTURES, { recursive: true });
      await page.screenshot({ path: join(PICTURES, `${name}.png`), fullPage: true });
    }
    if (!(await page.evaluate("'axe' in window"))) await page.evaluate(AXE);
    const found = await page.evaluate(
      "window.axe.run({ resultTypes: ['violations'] }).then(({ violations }) => violations.filter(({ impact }) => impact === 'serious' || impact === 'critical').map(({ id, nodes }) => id + ' ' + nodes.map(({ target }) => target.join(' ')).join(', ')))",
    );
    expect([name, found]).toEqual([name, []]);
  }

  it("shows the words with their calls, as text, and a call beside them", async () => {
    await open(`/sessions/${spoken}`);
    await talk().waitFor();
    await page.getByRole("heading", { name: "Totals are off by a cent." }).waitFor();
    const text = await talk().textContent();
    expect(text).toContain("every caller");
    expect(text).toContain(`${MARKUP}⟨U+202E⟩`);
    expect(text).toContain("[stopped by the user]");
    expect(text).toContain("A background task has ended.");
    expect(text).toMatch(/old\.ts\s*not in this record/);
    expect(await page.title()).not.toBe("owned");
    await page.getByRole("button", { name: /\.env/ }).click();
    await page.getByRole("heading", { name: "Why" }).waitFor();
    expect(page.url()).toContain("call=call_2");
    await page.keyboard.press("j");
    await expect.poll(() => page.url(), BOUND).toContain("call=call_3");
    await look("talk-light-1280");
    await page.emulateMedia({ colorScheme: "dark" });
    await look("talk-dark-1280");
    await page.emulateMedia({ colorScheme: "light" });
  });

  it("gives more of a long text when somebody wants it", async () => {
    await open(`/sessions/${spoken}`);
    await talk().waitFor();
    expect(((await talk().textContent()) ?? "").length).toBeLessThan(20_000);
    await page.getByRole("button", { name: "More of 1,048,591 characters" }).click();
    await expect
      .poll(async () => ((await talk().textContent()) ?? "").length, BOUND)
      .toBeGreaterThan(200_000);
  });

  it("shows the calls alone on a click, and its address says so", async () => {
    await open(`/sessions/${spoken}`);
    await talk().waitFor();
    await page.getByRole("button", { name: /^Calls/ }).click();
    await page.getByRole("listbox", { name: "Calls" }).waitFor();
    expect(page.url()).toContain("view=calls");
  });

  it("shows what is said and called meanwhile, without a click", async () => {
    const { store } = ground.state;
    await open(`/sessions/${spoken}`);
    await talk().waitFor();
    await keepTalk(store, spoken, [
      { role: "user", from: "person", text: "And now?" },
      { role: "assistant", text: "Nothing is left.", calls: [] },
    ]);
    await talk().getByText("Nothing is left.").waitFor();
  });

  it("says where nobody gave the words, and who was there", async () => {
    await open(`/sessions/${silent}`);
    await page.getByText("The words around these calls were not given to us.").waitFor();
    await page.getByRole("listbox", { name: "Calls" }).waitFor();
    await open("/sessions");
    await page.getByRole("columnheader", { name: "Person" }).waitFor();
    const row = page.getByRole("row", { name: /Totals are off by a cent\./ });
    expect(await row.textContent()).toContain("local/devstral");
    await look("sessions-talk-light-1280");
  });

  it("fits a phone, light and dark", async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      await open("/sessions");
      await page.getByRole("link", { name: "Totals are off by a cent." }).click();
      await talk().waitFor();
      await page.getByRole("button", { name: /\.env/ }).click();
      await page.getByRole("heading", { name: "Why" }).waitFor();
      expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(390);
      await look(`talk-${colorScheme}-390`);
    }
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.emulateMedia({ colorScheme: "light" });
  });

  it("shows a conversation of 100,000 calls part by part", async () => {
    const { store } = ground.state;
    const turns = Array.from({ length: 2_000 }, (_, turn) => ({
      role: "assistant" as const,
      text: `Turn ${turn}.`,
      calls: Array.from({ length: 50 }, (_, at) => ({
        id: `c_${turn}_${at}`,
        name: "read",
        arguments: '{"path":"a.ts"}',
      })),
    }));
    await keepTalk(store, silent, [{ role: "user", from: "person", text: "All of it." }, ...turns]);
    await open(`/sessions/${silent}`);
    await talk().getByText("Turn 0.").waitFor();
    await page.getByRole("button", { name: "Newest" }).first().click();
    await talk().getByText("Turn 1999.").waitFor();
    expect(await talk().getByRole("listitem").count()).toBeLessThan(201);
    await page.getByRole("button", { name: "First" }).first().click();
    await talk().getByText("Turn 0.").waitFor();
  });
});
