/**
 * The rest of a stranger's five minutes: what the README names in a sentence and not in a block of its own. It goes on where the
 * blocks ended, in the same shell and project: an MCP client by the printed settings, the console in a browser, the chat.
 */
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { expect, vi } from "vitest";
import { launchChromium } from "../launch-chromium.ts";
import { WAITING_MS } from "../setup/hanging.ts";
import type { PageShell, StartedBlock } from "./page-shell.ts";

const WAIT = { timeout: WAITING_MS, interval: 100 };
const ENTER = "\r";
const CTRL_C = "\u0003";

export interface StrangerGround {
  readonly readme: string;
  readonly shell: PageShell;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

export async function followOtherWays(ground: StrangerGround): Promise<void> {
  await useAsServer(ground);
  await lookInBrowser(ground);
  await chatWithScript(ground);
}

/** A command as the README has it in a sentence; a test that types something else would prove nothing about it. */
function named({ readme }: StrangerGround, command: string): string {
  expect(readme).toContain(`\`${command}\``);
  return command;
}

async function useAsServer(ground: StrangerGround): Promise<void> {
  const { output, exitCode } = await ground.shell.run(
    named(ground, "toolplane start --for opencode"),
  );
  expect(exitCode).toBe(0);
  // The block that most people want stands last.
  const text = output.slice(output.lastIndexOf("\n{\n") + 1, output.lastIndexOf("\n}\n") + 2);
  const settings = JSON.parse(text) as {
    readonly mcp: { readonly toolplane: { readonly command: readonly string[] } };
  };
  const [command = "", ...args] = settings.mcp.toolplane.command;
  const env = Object.fromEntries(
    Object.entries(ground.environment).flatMap(([name, value]) => (value ? [[name, value]] : [])),
  );
  // The settings hold no path of this machine: the client is started from the same terminal, in the project.
  const place = await ground.shell.run('printf "%s\\n%s\\n" "$PATH" "$PWD"');
  const [path = "", cwd = ""] = place.output.trim().split(/\r?\n/);
  env.PATH = path;
  const client = new Client({ name: "stranger", version: "1" });
  // Its own bound is a minute; a machine may be busier than that.
  const patient = { timeout: WAITING_MS };
  await client.connect(new StdioClientTransport({ command, args, env, cwd }), patient);
  try {
    const { tools } = await client.listTools(undefined, patient);
    expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining(["bash", "edit", "read"]));
    const asked = { name: "bash", arguments: { command: "cat .env" } };
    const refused = await client.callTool(asked, patient);
    expect(refused.isError).toBe(true);
    expect(JSON.stringify(refused.content)).toContain("**/.env");
    expect(JSON.stringify(refused)).not.toContain("swordfish");
  } finally {
    await client.close();
  }
}

async function lookInBrowser(ground: StrangerGround): Promise<void> {
  const running = ground.shell.start(named(ground, "toolplane console"));
  // By its length: a terminal may hand over the beginning of a line, and half a ticket opens nothing.
  const address = await found(running, /http:\/\/127\.0\.0\.1:\d+\/open\?ticket=[\w-]{43}/);
  const browser = await launchChromium();
  try {
    const page = await browser.newPage();
    page.setDefaultTimeout(WAITING_MS);
    await page.goto(address);
    await page.getByRole("heading", { name: "Now" }).waitFor();
    await page.getByRole("link", { name: "Sessions", exact: true }).click();
    await page.getByRole("button", { name: "With denials" }).click();
    await vi.waitFor(() => expect(page.url()).toContain("filter=denied"), WAIT);
    await page.getByText("finished").first().waitFor();
    await page.keyboard.press("k");
    await page.keyboard.press("Enter");
    await page.getByRole("option").first().click();
    await page.getByText("permission_denied").first().waitFor();
    expect(await page.locator("body").textContent()).not.toContain("swordfish");
  } finally {
    await browser.close();
    running.type(CTRL_C);
    await running.ended;
  }
}

async function chatWithScript(ground: StrangerGround): Promise<void> {
  const running = ground.shell.start(named(ground, "toolplane chat --demo"));
  await found(running, /Enter: send/);
  running.type(`raise the price${ENTER}`);
  await found(running, /\/undo takes the change back[\s\S]*Enter: send/);
  expect(running.screen()).toMatch(/✗ read {2}\.env +denied/);
  running.type(`/quit${ENTER}`);
  expect(await running.ended).toMatchObject({ exitCode: 0 });
}

async function found({ screen }: StartedBlock, pattern: RegExp): Promise<string> {
  await vi.waitFor(() => expect(screen()).toMatch(pattern), WAIT);
  return pattern.exec(screen())?.[0] ?? "";
}
