// The console's pictures: the real pages over a real record, in Chromium. `npm run docs:pictures` makes them again, in
// docs/images; it needs bubblewrap and /usr/bin/chromium.
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium, type Page } from "playwright-core";

const root = join(import.meta.dirname, "..");
const folder = realpathSync(mkdtempSync(join(tmpdir(), "toolplane-pictures-")));
const project = join(folder, "ledger");
const LONGEST_MS = 40_000;
/** The size that a reader waits for: a page of documentation holds several pictures. */
const MAX_BYTES = 120_000;
const LAPTOP = { width: 1180, height: 660 };
const PHONE = { width: 390, height: 660 };

const FILES: Readonly<Record<string, string>> = {
  ".env": "API_KEY=swordfish\n",
  "README.md": "# Ledger\n",
  ".toolplane/policy.jsonc":
    '{\n  "rules": [\n    { "permission": "fs.read", "pattern": "**/.env", "action": "deny" }\n  ]\n}\n',
};

/** The draft that a person tries while they type. */
const DRAFT = `{
  "rules": [
    { "permission": "fs.read", "pattern": "**/.env", "action": "deny" },
    { "permission": "fs.write", "pattern": "src/**", "action": "ask" },
    { "permission": "bash", "pattern": "npm *", "action": "deny" }
  ]
}
`;

async function main(): Promise<void> {
  for (const [path, text] of Object.entries(FILES)) {
    mkdirSync(join(project, path, ".."), { recursive: true });
    writeFileSync(join(project, path), text);
  }
  mkdirSync(join(folder, "home"));
  const server = await openConsole();
  const browser = await chromium.launch({
    executablePath: "/usr/bin/chromium",
    args: ["--no-sandbox"],
  });
  try {
    const page = await browser.newPage({ viewport: LAPTOP, colorScheme: "light" });
    page.setDefaultTimeout(LONGEST_MS);
    await page.goto(server.open);
    await shootChat(page);
    await shootSession(page);
    await page.emulateMedia({ colorScheme: "dark" });
    await shootPolicy(page);
    await page.emulateMedia({ colorScheme: "light" });
  } finally {
    await browser.close();
    server.end();
  }
}

/** The demonstration, up to the question that needs a person: on a laptop and on a phone. */
async function shootChat(page: Page): Promise<void> {
  await page.getByRole("link", { name: "Chat", exact: true }).first().click();
  await page.getByRole("button", { name: "Start the demonstration" }).click();
  await page.getByRole("button", { name: "Send" }).click();
  await page.getByText("The price is 42, and the test passes.").waitFor();
  await page.getByRole("textbox", { name: "Say something" }).fill("Let direnv set it, too.");
  await page.keyboard.press("Enter");
  await page.getByText("Why it asks").waitFor();
  await page.getByRole("article").last().scrollIntoViewIfNeeded();
  await shoot(page, "console-chat.png");
  const chat = page.url();
  await page.setViewportSize(PHONE);
  await page.emulateMedia({ colorScheme: "dark" });
  await page.getByRole("link", { name: "Now", exact: true }).last().click();
  await page.getByText("Why it asks").waitFor();
  await shoot(page, "console-phone.png");
  await page.setViewportSize(LAPTOP);
  await page.emulateMedia({ colorScheme: "light" });
  await page.goto(chat);
  await page.getByRole("button", { name: /^Allow once/ }).click();
  await page.getByRole("button", { name: /^Send: Allow once/ }).click();
  await page.getByText("It is written.").waitFor();
}

async function shootSession(page: Page): Promise<void> {
  await page.getByRole("link", { name: "Its session" }).click();
  await page.getByRole("button", { name: /^Calls/ }).click();
  await page.getByRole("option").filter({ hasText: ".env" }).first().click();
  await page.getByText("permission_denied").waitFor();
  await page.getByText("whole").waitFor();
  await shoot(page, "console.png");
}

async function shootPolicy(page: Page): Promise<void> {
  await page.getByRole("link", { name: "Policy", exact: true }).click();
  await page.getByRole("button", { name: "your own" }).click();
  await page.locator(".cm-content").waitFor();
  const draft = page.getByRole("textbox", { name: "Rule file" });
  await draft.fill(DRAFT);
  await page.getByText("Judged again").waitFor();
  await draft.evaluate((box) => box.scrollIntoView());
  await shoot(page, "console-policy.png");
}

async function shoot(page: Page, name: string): Promise<void> {
  await page.mouse.move(0, 0);
  const path = join(root, "docs/images", name);
  await page.screenshot({ path, animations: "disabled", caret: "hide" });
  const { size } = statSync(path);
  console.log(`docs/images/${name}, ${Math.round(size / 1000)} kB`);
  if (size > MAX_BYTES) console.warn(`  larger than ${MAX_BYTES / 1000} kB: show less of the page`);
}

/** As `toolplane console` in that project, with a home and a record of its own. */
async function openConsole(): Promise<{ readonly open: string; end(): void }> {
  const program = join(root, "packages/toolplane/bin/toolplane.cjs");
  const child = spawn(process.execPath, [program, "console", "--port", "0", "--json"], {
    cwd: project,
    env: {
      PATH: process.env.PATH,
      LANG: "C.UTF-8",
      HOME: join(folder, "home"),
      TOOLPLANE_DATA: join(folder, "data"),
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let said = "";
  for await (const chunk of child.stdout) {
    said += chunk;
    if (said.includes("\n")) break;
  }
  const { open } = JSON.parse(said) as { readonly open: string };
  return { open, end: () => void child.kill() };
}

try {
  await main();
} finally {
  rmSync(folder, { recursive: true, force: true });
}
