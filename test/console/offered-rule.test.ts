/** The rule that a card offers, in the console: its words, what it would have covered, and that it is written. */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ConsoleWorld, openConsoleWorld } from "@toolplane/cli/fixtures";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildConsole } from "../../scripts/build/build-console.ts";
import { hasBrowser, launchChromium } from "../launch-chromium.ts";

const ROOT = join(import.meta.dirname, "../..");
/** A folder for pictures that a person looks at; none unless named. */
const PICTURES = process.env.TOOLPLANE_CONSOLE_PICTURES;

describe.skipIf(!hasBrowser)("a rule on a card of the console (needs chromium)", () => {
  let ground: ConsoleWorld;
  let browser: Browser;
  let page: Page;
  const folder = mkdtempSync(join(tmpdir(), "toolplane-pages-"));

  beforeAll(async () => {
    await buildConsole(ROOT, folder);
    ground = await openConsoleWorld(
      {
        "package.json": '{ "scripts": { "build": "echo built" } }',
        // Without a sandbox a command asks that no rule allows.
        "../config/config.jsonc": '{ "sandbox": "none" }',
      },
      { pages: folder },
    );
    browser = await launchChromium();
    page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    await page.goto(ground.server.ticketUrl());
    await page.getByRole("heading", { name: "Now" }).waitFor();
  });

  afterAll(async () => {
    await browser?.close();
    await ground?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  function build(words: string): { readonly ended: Promise<number | null> } {
    const child = ground.world.spawn(["call", "bash", `npm run build${words}`, "--wait"], {});
    return { ended: new Promise((resolve) => child.once("exit", resolve)) };
  }

  async function answer(letter: string, button: string): Promise<void> {
    const send = page.getByRole("button", { name: `Send: ${button}`, disabled: false });
    // A card takes no key in its first half second.
    await expect
      .poll(async () => {
        if ((await send.count()) === 0) await page.keyboard.press(letter);
        return send.count();
      })
      .toBe(1);
    await send.click();
    await page.getByText("No approvals wait.").waitFor();
  }

  it("says what it allows and what it would have covered, and is asked about no more", async () => {
    const first = build("");
    await page.getByText("allow shell.run npm run build *").waitFor();
    await page.getByText("No past calls to compare with.").waitFor();
    await answer("o", "Allow once");
    expect(await first.ended).toBe(0);

    const second = build(" -- --fast");
    await page.getByText("In words: npm run build with any arguments.").waitFor();
    await page.getByText("Would have covered 1 past call, none refused.").waitFor();
    if (PICTURES !== undefined) {
      mkdirSync(PICTURES, { recursive: true });
      await page.screenshot({
        path: join(PICTURES, "offered-rule-light-1280.png"),
        fullPage: true,
      });
    }
    await answer("p", "Always by rule, this project");
    expect(await second.ended).toBe(0);
    expect(await build(" -- --other").ended).toBe(0);

    type Standing = { readonly rules: readonly { readonly id: string; readonly rule: object }[] };
    const { rules } = (await ground.send("/api/v1/approvals")).json as unknown as Standing;
    expect(rules).toMatchObject([{ rule: { pattern: "npm run build *", action: "allow" } }]);
    const revoked = await ground.send(`/api/v1/approvals/${rules[0]?.id}`, { method: "DELETE" });
    expect(revoked.json).toEqual({ revoked: true });
    const { rules: left } = (await ground.send("/api/v1/approvals")).json as unknown as Standing;
    expect(left).toEqual([]);
  });
});
