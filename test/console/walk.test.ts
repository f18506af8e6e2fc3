/** Walks through the console as a person would: other folders, notices, keys, a tab that slept. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ConsoleWorld, FILES, openConsoleWorld } from "@toolplane/cli/fixtures";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildConsole } from "../../scripts/build/build-console.ts";
import { hasSandbox } from "../has-sandbox.ts";
import { hasBrowser, launchChromium } from "../launch-chromium.ts";

const ROOT = join(import.meta.dirname, "../..");
const BOUND = { timeout: 60_000 };
const DAY_MS = 86_400_000;

describe.skipIf(!hasBrowser)("the console, walked through (needs chromium)", () => {
  let ground: ConsoleWorld;
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  let sessionId = "";
  let other = "";
  const folder = mkdtempSync(join(tmpdir(), "toolplane-walk-"));

  beforeAll(async () => {
    await buildConsole(ROOT, folder);
    ground = await openConsoleWorld(FILES, { pages: folder });
    const { world } = ground;
    sessionId = (
      await world.record(
        [
          ["read", { path: "README.md" }],
          ["bash", { command: "exit 3" }],
          ["write", { path: "src/new.ts", content: "export const fresh = 1;\n" }],
          ["read", { path: ".env" }],
        ],
        { answers: ["once", "once"] },
      )
    ).sessionId;
    other = join(world.root, "other-project");
    mkdirSync(join(other, ".toolplane"), { recursive: true });
    writeFileSync(join(other, "only-there.txt"), "text\n");
    writeFileSync(
      join(other, ".toolplane/policy.jsonc"),
      '{ "rules": [{ "permission": "fs.read", "pattern": "hidden-there/**", "action": "deny" }] }\n',
    );
    await world.run(["call", "read", "only-there.txt"], { directory: other });
    browser = await launchChromium();
    context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
    await context.grantPermissions(["clipboard-read", "clipboard-write", "notifications"], {
      origin: ground.server.url,
    });
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
  const heading = (name: string) => page.getByRole("heading", { level: 1, name }).waitFor();

  it("copies the whole id of a session, and of a call", async () => {
    await open(`/sessions/${sessionId}?call=call_1`);
    await page.getByRole("button", { name: "Copy the session's id" }).click();
    await page.getByText("copied").waitFor();
    expect(await page.evaluate("navigator.clipboard.readText()")).toBe(sessionId);
    await page.getByRole("button", { name: "Copy the call's id" }).click();
    await expect.poll(() => page.evaluate("navigator.clipboard.readText()")).toBe("call_1");
  });

  it("shows bars while a list is read, and a command that failed as failed", async () => {
    const { promise: isHeard, resolve: hear } = Promise.withResolvers<void>();
    await page.route("**/api/v1/calls?**", (route) => isHeard.then(() => route.continue()));
    await open("/calls");
    await page.getByRole("status").filter({ hasText: "Reading the calls." }).waitFor();
    expect(await page.locator(".skel i").count()).toBeGreaterThan(2);
    hear();
    await page.unrouteAll({ behavior: "wait" });
    const row = page.getByRole("row").filter({ hasText: "exit 3" });
    await row.getByText("failed, exit 3", { exact: true }).last().waitFor();
    expect(await page.locator(".skel").count()).toBe(0);
    await page.getByText("Today · 4 calls in 4 rows").waitFor();
    await page.getByRole("button", { name: "Copy the address of this search" }).click();
    await expect.poll(() => page.evaluate("navigator.clipboard.readText()")).toBe(page.url());
  });

  it("counts what each filter holds, and says how long a session waited for people", async () => {
    await open("/sessions");
    await page.getByRole("button", { name: /^All 1$/ }).waitFor();
    await page.getByRole("button", { name: /^With denials 1$/ }).waitFor();
    await page.getByRole("button", { name: /^Live 0$/ }).waitFor();
    await page.getByRole("button", { name: "Waited" }).click();
    await page.waitForURL(/sort=waited/);
    const cells = await page.locator(".tb tbody tr.go").first().getByRole("cell").allTextContents();
    expect(cells[7]).toMatch(/ m?s$/);
    await page.getByText("Ran unasked").waitFor();
    await page.getByRole("searchbox").fill("nobody-called-this");
    await page.getByRole("link", { name: "Look for it among the calls" }).click();
    await page.waitForURL(/\/calls\?q=nobody-called-this/);
  });

  it("tries a suggestion as a draft beside its diff, and puts one away", async () => {
    await open("/policy");
    const suggested = page.getByRole("region", { name: "Suggestions" });
    const row = suggested.locator(".sug").filter({ hasText: "src/new.ts" });
    await row.getByRole("button", { name: "What if" }).click();
    const draft = page.getByRole("textbox", { name: "Rule file" });
    await expect.poll(() => draft.textContent(), BOUND).toContain("src/new.ts");
    await page.locator(".diff").getByText("src/new.ts").first().waitFor();
    await page.getByText("Judged again").waitFor();
    // Nothing is written by trying.
    await page.getByRole("button", { name: "Discard" }).click();
    await expect.poll(() => draft.textContent()).not.toContain("src/new.ts");
    await row.getByRole("button", { name: "Dismiss" }).click();
    await suggested.getByRole("button", { name: "1 dismissed here: show" }).click();
    await row.waitFor();
  });

  it("shows hidden and right-to-left characters of a search by their numbers", async () => {
    await open(
      `/calls?tool=${encodeURIComponent("re\u202ead\u200b")}&q=${encodeURIComponent("שלום")}`,
    );
    await page.getByText("No call fits.").waitFor();
    expect(await page.locator(".chip").textContent()).toContain("re⟨U+202E⟩ad⟨U+200B⟩");
    await open(`/sessions?q=${encodeURIComponent("\u2066x\u202e")}`);
    await page.getByText("Nothing fits.").waitFor();
    const sideways = "document.documentElement.scrollWidth - window.innerWidth";
    expect(Number(await page.evaluate(sideways))).toBeLessThanOrEqual(0);
  });

  it.skipIf(!hasSandbox)("names a file of 50 MB that changed (needs bubblewrap)", async () => {
    const path = join(ground.world.workspace, "large.txt");
    writeFileSync(path, "a line of text\n".repeat(3_500_000));
    const { sessionId: large } = await ground.world.record(
      [["bash", { command: "sed -i s/line/row/ large.txt" }]],
      { answers: ["once", "once"], sandbox: "auto" },
    );
    await open(`/sessions/${large}?call=call_1`);
    await page.getByText("Changed files").waitFor();
    await page.locator(".det").getByText("large.txt").last().waitFor();
    expect((await page.content()).length).toBeLessThan(1_000_000);
  });

  it("goes to a page by g and its letter, which then picks nothing", async () => {
    await page.keyboard.press("g");
    await page.keyboard.press("s");
    await heading("Sessions");
    await page.keyboard.press("g");
    await page.keyboard.press("a");
    await heading("Answered");
    await page.getByRole("searchbox").fill("gp");
    expect(new URL(page.url()).pathname).toBe("/answered");
  });

  it("shows another folder: its sessions, its rules, and back", async () => {
    await open("/sessions");
    await page.getByText("read README.md").first().waitFor();
    await page.getByRole("button", { name: /^Folder: project/ }).click();
    const menu = page.locator(".wsmenu");
    await menu.getByRole("button", { name: /^other-project/ }).click();
    await page.getByText("read only-there.txt").first().waitFor();
    expect(await page.getByText("read README.md").count()).toBe(0);
    await page.getByRole("link", { name: "Policy", exact: true }).first().click();
    await page.getByText("hidden-there/**").first().waitFor();
    await page.getByRole("button", { name: /^Folder: other-project/ }).click();
    await menu.getByRole("button", { name: /^project/ }).click();
    await page.getByRole("button", { name: /^Folder: project/ }).waitFor();
    // A folder that no session is recorded of is none, whatever names it.
    const asked = await ground.send("/api/v1/policy", {
      headers: { "x-toolplane-folder": encodeURIComponent(ground.world.data) },
    });
    expect(asked.status).toBe(404);
    expect((await ground.send("/api/v1/here?folder=%2Fetc")).status).toBe(404);
  });

  it("sends no notice unasked, then says who asks, and what only where that is wanted", async () => {
    const tab = await context.newPage();
    await tab.addInitScript(`
      window.told = [];
      window.Notification = class {
        static permission = "granted";
        static requestPermission = async () => "granted";
        constructor(title, { body }) { window.told.push([title, body]); }
        close() {}
      };
      document.hasFocus = () => false;
    `);
    await tab.goto(`${ground.server.url}/figures`);
    await tab.getByText("live", { exact: true }).waitFor(BOUND);
    const waits: { kill(): void }[] = [];
    const ask = async (content: string): Promise<void> => {
      const before = await tab.getByText(`${waits.length} waiting`).count();
      expect(before).toBe(waits.length === 0 ? 0 : 1);
      waits.push(
        ground.world.spawn(["call", "write", "--path", ".envrc", "--content", content, "--wait"]),
      );
      await tab.getByText(`${waits.length} waiting`).waitFor({ state: "attached", ...BOUND });
    };
    const told = () => tab.evaluate("window.told");
    const notify = tab.getByRole("group", { name: "Notify me of questions" });
    const pick = (name: string) => notify.getByRole("button", { name, exact: true }).click();
    try {
      await ask("export A=1");
      await pick("who");
      await ask("export A=2");
      await expect.poll(told, BOUND).toEqual([["write asks in project", ""]]);
      await pick("what");
      await ask("export A=3");
      await expect.poll(told, BOUND).toEqual([
        ["write asks in project", ""],
        ["write asks in project", ".envrc"],
      ]);
    } finally {
      for (const one of waits) one.kill();
      await tab.close();
    }
  });

  it("rejects all that waits with one note, and nothing that came later", async () => {
    const ask = (content: string) => {
      const words = ["call", "write", "--path", ".npmrc", "--content", content, "--wait"];
      const child = ground.world.spawn(words);
      return new Promise<number | null>((resolve) => child.once("exit", resolve));
    };
    await open("/");
    const ended = [ask("a=1"), ask("a=2")];
    await page.getByRole("button", { name: "Reject all 2…" }).click();
    const later = ask("a=3");
    await page.getByText("3 questions ·").waitFor();
    await page.getByRole("textbox", { name: "Your note" }).fill("not today");
    await page.getByRole("button", { name: "Reject 2 questions" }).click();
    expect(await Promise.all(ended)).not.toContain(0);
    await page.getByText("1 question ·").waitFor();
    await page.getByRole("button", { name: /^Reject with a note/ }).click();
    await page.getByRole("button", { name: "Send: Reject with a note" }).click();
    expect(await later).not.toBe(0);
    await open("/answered?q=npmrc");
    await expect.poll(() => page.getByText("“not today”").count(), BOUND).toBe(2);
  });

  it("says so where a tab slept for a day and is let in no more, and goes on when it is again", async () => {
    const tab = await context.newPage();
    await tab.clock.install();
    await tab.goto(`${ground.server.url}/sessions`);
    await tab.getByText("read README.md").first().waitFor(BOUND);
    // As when it was idle for too long: what it holds opens nothing any more.
    await context.clearCookies();
    await tab.clock.fastForward(DAY_MS);
    await tab.clock.runFor(15_000);
    await tab.getByText("This browser is let in no more").waitFor(BOUND);
    // What was there can still be read.
    await tab.getByText("read README.md").first().waitFor();
    await ground.world.run(["call", "read", "src/total.ts"]);
    await page.goto(ground.server.ticketUrl());
    await expect
      .poll(async () => {
        await tab.clock.runFor(6_000);
        return tab.getByText("This browser is let in no more").count();
      }, BOUND)
      .toBe(0);
    await tab.clock.runFor(1_000);
    await tab.getByRole("button", { name: "There is something new. Show it." }).click();
    await tab.getByText("read src/total.ts").first().waitFor(BOUND);
    await tab.close();
  });
});
