/** Times pages of the console in a real browser, from the request for the page to the moment its rows are there. */
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createConsoleServer } from "@toolplane/console/inside";
import { openState } from "@toolplane/library/inside";
import { chromium, type Page } from "playwright-core";
import { buildConsole } from "../../../scripts/build/build-console.ts";
import type { Figures } from "../harness/section.ts";
import { median } from "../harness/statistics.ts";
import { countCalls, type MadeRecord, makeRecord } from "./make-record.ts";

const CHROMIUM = "/usr/bin/chromium";
/** Names the folder that `preparePages` filled to the children. */
const FOLDER = "BENCH_CONSOLE_FOLDER";
const VISITS = 5;
const LOOK_MS = 500;
const FOUND = ".calls tbody tr.go";

export const SIZES = {
  empty: { sessions: 2, calls: 20 },
  full: { sessions: 1_000, calls: 100_000 },
} as const;
export type Size = keyof typeof SIZES;

/** Builds the pages and writes both databases; returns what takes them away. */
export async function preparePages(): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), "toolplane-bench-console-"));
  await buildConsole(join(import.meta.dirname, "../../.."), join(folder, "pages"));
  const workspace = join(folder, "workspace");
  mkdirSync(workspace);
  for (const size of ["empty", "full"] as const) {
    const made = await makeRecord(join(folder, size), { ...SIZES[size], workspace });
    const calls = await countCalls(join(folder, size));
    writeFileSync(join(folder, `${size}.json`), JSON.stringify({ ...made, calls }));
  }
  process.env[FOLDER] = folder;
  return async () => rmSync(folder, { recursive: true, force: true });
}

export async function pageTimes(size: Size): Promise<Figures> {
  const folder = process.env[FOLDER] ?? "";
  const { default: made } = (await import(join(folder, `${size}.json`), {
    with: { type: "json" },
  })) as { readonly default: MadeRecord & { readonly calls: number } };
  const state = await openState({ userData: join(folder, size), recordPlace: null });
  const server = await createConsoleServer({
    state,
    source: {
      environment: { ...process.env, TOOLPLANE_DATA: join(folder, size) },
      directory: join(folder, "workspace"),
      arguments: {
        text: (name) => (name === "sandbox" ? "none" : undefined),
        flag: () => false,
        list: () => [],
      },
    },
    by: "bench, console",
    pages: join(folder, "pages"),
  });
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox"] });
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    await page.goto(server.ticketUrl());
    const visit = (path: string, ready: string): Promise<{ first: number; usual: number }> =>
      visits(page, `${server.url}${path}`, ready);
    const sessions = await visit("/sessions?all=true", ".tb tbody tr");
    const now = await visit("/", ".empty, .un");
    const session = await visit(`/sessions/${made.usual}?call=call_2`, "#why");
    const longest = await visit(`/sessions/${made.longest}?call=call_2`, "#why");
    const figures = await visit("/figures", ".plot");
    await wholeIndex(page);
    const calls = await visit("/calls?all=true", FOUND);
    const found = await visit("/calls?all=true&q=src&tool=read", FOUND);
    return {
      calls: made.calls,
      nowMs: now.usual,
      sessionsFirstMs: sessions.first,
      sessionsMs: sessions.usual,
      sessionMs: session.usual,
      longestMs: longest.usual,
      figuresMs: figures.usual,
      callsMs: calls.usual,
      foundMs: found.usual,
    };
  } finally {
    await browser.close();
    await server.close();
    await state.close();
  }
}

/** What was recorded is indexed while the server runs; until then a search is of less. */
async function wholeIndex(page: Page): Promise<void> {
  const left = `fetch("/api/v1/calls?limit=1", { headers: { "x-toolplane-console": localStorage["toolplane.mark"] } }).then((answer) => answer.json()).then(({ index }) => index.left)`;
  while (Number(await page.evaluate(left)) > 0) await sleep(LOOK_MS);
}

/** The first visit finds nothing that the server keeps; the median of the others is the time of a person who works there. */
async function visits(
  page: Page,
  url: string,
  ready: string,
): Promise<{ readonly first: number; readonly usual: number }> {
  const times: number[] = [];
  for (let at = 0; at <= VISITS; at += 1) {
    const startedMs = performance.now();
    await page.goto(url);
    await page.locator(ready).first().waitFor();
    times.push(performance.now() - startedMs);
  }
  const [first = 0, ...others] = times;
  return { first, usual: median(others) };
}

export function hasBrowser(): boolean {
  return existsSync(CHROMIUM);
}
