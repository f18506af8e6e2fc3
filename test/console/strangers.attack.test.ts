/**
 * Texts of strangers in a real browser: names of tools and files, outputs, descriptions of servers. No script of theirs runs, and
 * the page asks nobody but the console.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ConsoleWorld, openConsoleWorld } from "@toolplane/cli/fixtures";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildConsole } from "../../scripts/build/build-console.ts";
import { writeOneFileServer } from "../cli/sources/one-file-server.fixture.ts";
import { hasSandbox } from "../has-sandbox.ts";
import { hasBrowser, launchChromium } from "../launch-chromium.ts";

const ROOT = join(import.meta.dirname, "../..");
const AWAY = "http://stranger.invalid";
const OWN = "document.documentElement.dataset.owned='1'";

/** What a page might take for markup, a link, a style or a sign to its screen. */
const TEXTS = [
  `<script>${OWN}</script>`,
  `<img src=x onerror="${OWN}"><img src="${AWAY}/a.png">`,
  `<svg onload="${OWN}"><image href="${AWAY}/b.png"/><foreignObject><iframe src="${AWAY}/c"></iframe></foreignObject></svg>`,
  `"><iframe srcdoc="<script>parent.${OWN}</script>"></iframe>`,
  `![x](${AWAY}/d.png) [y](javascript:${OWN}) <${AWAY}/e>`,
  `<a href="javascript:${OWN}" autofocus onfocus="${OWN}">z</a>`,
  `<style>@import "${AWAY}/f.css"; body{background:url(${AWAY}/g.png)}</style>`,
  `<link rel=stylesheet href=${AWAY}/h.css><base href=${AWAY}/><meta http-equiv=refresh content="0;url=${AWAY}/i">`,
  `<object data=${AWAY}/j></object><embed src=${AWAY}/k><video src=${AWAY}/l><form action=${AWAY}><button autofocus>`,
  `\u001b]8;;${AWAY}/m\u0007link\u001b]8;;\u0007\u001b[31mred\u001b]0;owned\u0007`,
  `{{constructor.constructor("${OWN}")()}} \${${OWN}} __proto__`,
  `</textarea></title></script><script>${OWN}</script><!--`,
  `data:text/html,<script>${OWN}</script> %3Cscript%3E${OWN}%3C/script%3E &lt;script&gt;${OWN}&lt;/script&gt;`,
];

describe.skipIf(!hasBrowser)("texts of strangers in the console (needs chromium)", () => {
  let ground: ConsoleWorld;
  let browser: Browser;
  let page: Page;
  let sessionId = "";
  const folder = mkdtempSync(join(tmpdir(), "toolplane-pages-"));
  const away: string[] = [];
  const dialogs: string[] = [];

  beforeAll(async () => {
    await buildConsole(ROOT, folder);
    const all = TEXTS.join("\n");
    ground = await openConsoleWorld(
      { "README.md": all, "a.svg": TEXTS[2] ?? "", "page.html": all, "notes.md": `# ${all}` },
      { pages: folder },
    );
    const named = TEXTS.map((text) => text.replaceAll("/", "∕").slice(0, 80));
    const recorded = await ground.world.record(
      [
        ["read", { path: "README.md" }],
        ["read", { path: "a.svg" }],
        ["grep", { pattern: "script", path: "." }],
        ["bash", { command: "cat README.md page.html; exit 3" }],
        ...named
          .slice(0, 3)
          .map((name) => ["write", { path: `${name}.txt`, content: all }] as const),
        ...TEXTS.map((text) => [text.slice(0, 60), { [text]: text }] as const),
        ["edit", { path: "notes.md", old_string: "# ", new_string: `## ${all}` }],
        ["todo", { todos: [{ content: all, activeForm: all, status: "pending" }] }],
      ],
      { answers: Array.from({ length: 40 }, () => "once" as const), id: "ses_strangers" },
    );
    sessionId = recorded.sessionId;
    if (hasSandbox) {
      const { script, words } = writeOneFileServer(ground.world.root);
      writeFileSync(words, all);
      await ground.world.run(["add", "one", "--yes", "--", process.execPath, script]);
    }
    browser = await launchChromium();
    page = await (await browser.newContext()).newPage();
    page.on("request", (request) => {
      if (!request.url().startsWith(ground.server.url)) away.push(request.url());
    });
    page.on("dialog", (dialog) => {
      dialogs.push(dialog.message());
      void dialog.dismiss();
    });
    await page.goto(ground.server.ticketUrl());
    await page.getByRole("heading", { name: "Now" }).waitFor();
  });

  afterAll(async () => {
    await browser?.close();
    await ground?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it("run nothing and ask nobody, on any page", async () => {
    const calls = [1, 4, 5, 10, 16, 21].map((place) => `call_${place}`);
    const query = encodeURIComponent(TEXTS[0] ?? "");
    const paths = [
      ...[
        "/",
        "/sessions",
        "/chat",
        "/tools",
        "/sources",
        "/figures",
        `/policy?session=${sessionId}`,
      ],
      ...calls.map((call) => `/sessions/${sessionId}?call=${call}`),
      ...[`/sessions?search=${query}`, `/tools?search=${query}#${query}`],
    ];
    const broken: unknown[] = [];
    for (const path of paths) {
      await page.goto(`${ground.server.url}${path}`);
      await page.locator("main").waitFor();
      await page.getByRole("heading", { level: 1 }).first().waitFor();
      const seen = (await page.evaluate(`({
        owned: document.documentElement.dataset.owned ?? null,
        strange: [...document.querySelectorAll(
          'main script, main iframe, main object, main embed, main img, main video, main base, main style, main form[action]'
        )].map((one) => one.outerHTML.slice(0, 100)),
        links: [...document.querySelectorAll("a[href], area[href]")]
          .map((one) => one.href)
          .filter((href) => !href.startsWith(location.origin)),
        title: document.title,
        at: location.origin,
      })`)) as { owned: unknown; strange: string[]; links: string[]; title: string; at: string };
      const isWell =
        seen.owned === null &&
        seen.strange.length === 0 &&
        seen.links.length === 0 &&
        seen.title === "toolplane" &&
        ground.server.url.startsWith(seen.at);
      if (!isWell) broken.push({ path, ...seen });
    }
    expect(broken).toEqual([]);
    expect([away, dialogs]).toEqual([[], []]);
  });

  it("are there to be read: nothing was hidden by being left out", async () => {
    await page.goto(`${ground.server.url}/sessions/${sessionId}?call=call_1`);
    await page.getByText("stranger.invalid").first().waitFor();
  });
});
