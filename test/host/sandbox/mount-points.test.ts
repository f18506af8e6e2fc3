/** Mount points for missing names: gone after the run, gone after a crash, and never somebody else's folder. */
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, rmdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { hasSandbox } from "../../has-sandbox.ts";
import { openWorld, runPrepared, type SandboxWorld } from "./fixture.ts";

const CRASHER = (world: SandboxWorld) => `
import { openSandbox } from ${JSON.stringify(new URL("../../../packages/sandbox/src/levels/open-sandbox.ts", import.meta.url).href)};
const scope = [${JSON.stringify(`${world.workspace}/**`)}];
const files = { reach: [scope], masks: [], opened: [] };
const mask = { pattern: "/**/.vscode/**", except: [], action: "ask", folded: true };
const literal = { pattern: ${JSON.stringify(`${world.workspace}/never.txt`)}, except: [], action: "deny", folded: true };
const refused = (path) => /[.]vscode|never[.]txt/.test(path);
const sandbox = await openSandbox({
  places: { roots: scope, adHoc: () => [], userData: ${JSON.stringify(world.userData)}, scratch: ${JSON.stringify(world.scratch)}, home: ${JSON.stringify(world.home)}, aliases: [] },
  readConfinement: () => ({ permits: ({ capability, path }) => capability === "fs.read" || !refused(path) }),
  environment: {},
  prefer: "auto",
});
await sandbox.prepare({
  argv: ["sleep", "60"],
  cwd: ${JSON.stringify(world.workspace)},
  env: {},
  confinement: { read: files, write: { ...files, masks: [mask, literal] }, network: { access: "none", reach: [], masks: [], opened: [] }, env: [], contained: true },
  sessionId: "s",
});
console.log("ready");
setInterval(() => {}, 1000);
`;

describe.skipIf(!hasSandbox)("mount points for missing names (needs bubblewrap)", () => {
  let world: SandboxWorld;
  afterEach(() => world.close());
  const at = (path: string) => join(world.workspace, path);

  async function crash(): Promise<void> {
    const script = join(world.base, "crasher.mts");
    writeFileSync(script, CRASHER(world));
    const child = spawn(
      process.execPath,
      ["--conditions=@toolplane/source", "--disable-warning=ExperimentalWarning", script],
      { stdio: ["ignore", "pipe", "inherit"] },
    );
    await new Promise((resolve) => child.stdout.once("data", resolve));
    expect(existsSync(at(".vscode")) && existsSync(at("never.txt"))).toBe(true);
    child.kill("SIGKILL");
    await new Promise((resolve) => child.once("exit", resolve));
    expect(existsSync(at(".vscode")) && existsSync(at("never.txt"))).toBe(true);
  }

  it("are removed by the next one that opens, after a crash", async () => {
    world = await openWorld();
    await crash();
    const next = await world.reopen();
    expect(existsSync(at(".vscode")) || existsSync(at("never.txt"))).toBe(false);
    await next.close();
    await world.sandbox.close();
    expect(readdirSync(join(world.userData, "sandbox"))).toEqual([]);
  });

  it("stay when somebody has used them since", async () => {
    world = await openWorld();
    await crash();
    writeFileSync(at(".vscode/settings.json"), "{}");
    const next = await world.reopen();
    expect(existsSync(at(".vscode/settings.json"))).toBe(true);
    expect(existsSync(at("never.txt"))).toBe(false);
    await next.close();
  });

  it("are shared by commands that run at the same time", async () => {
    world = await openWorld();
    const one = await world.prepare("true");
    const other = await world.prepare("true");
    await one.release();
    await one.release();
    expect(existsSync(at(".husky"))).toBe(true);
    await other.release();
    expect(existsSync(at(".husky"))).toBe(false);
  });

  it("are not made where the name is there already", async () => {
    world = await openWorld();
    mkdirSync(at(".idea"));
    const command = await world.prepare("true");
    await command.release();
    await world.sandbox.close();
    expect(existsSync(at(".idea"))).toBe(true);
  });

  it("of another host on the same folder may go at any time, and the command still runs", async () => {
    world = await openWorld();
    for (const name of [".envrc", ".vscode", ".mcp.json"]) mkdirSync(at(name));
    const command = await world.prepare("echo ran; mkdir .idea/x 2>/dev/null || echo held");
    for (const name of [".envrc", ".vscode", ".mcp.json"]) rmdirSync(at(name));
    const { output, code } = await runPrepared(command);
    await command.release();
    expect({ code, output }).toEqual({ code: 0, output: "ran\nheld\n" });
  });
});
