/** `npm ci` of many packages from a registry on loopback: in plain bubblewrap with a network, and through the product. */
import { execFile } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { bashTool } from "@toolplane/tools";
import { createToolplane } from "toolplane";
import type { Figures } from "../harness/section.ts";
import { HOST, type MadeRegistry, startMadeRegistry } from "./made-registry.ts";

const start = promisify(execFile);
const PATH = "/usr/bin:/bin";
const OPTIONS = "--no-audit --no-fund --no-update-notifier";
const LIMIT_MS = 300_000;

interface Ground {
  readonly base: string;
  readonly home: string;
  readonly workspace: string;
  readonly registry: MadeRegistry;
}

export type InstallWay = "bubblewrap" | "ours";

/** A project with a lock file and an empty home, in folders that go when it was measured. */
export async function timeInstall(way: InstallWay, packages: number): Promise<Figures> {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "bench-installs-")));
  const registry = await startMadeRegistry(join(base, "registry"), packages);
  const workspace = join(base, "ws");
  const home = join(base, "home");
  for (const folder of [workspace, home]) mkdirSync(folder);
  writeFileSync(join(home, ".npmrc"), `registry=http://${HOST}/\n`);
  const ground = { base, home, workspace, registry };
  try {
    await lockProject(ground);
    const installMs = await (way === "ours" ? throughUs(ground) : inBubblewrap(ground));
    if (!existsSync(join(workspace, "node_modules", registry.names.at(-1) ?? "")))
      throw new TypeError(`${way}: not everything was installed`);
    return { installMs };
  } finally {
    await registry.close();
    rmSync(base, { recursive: true, force: true });
  }
}

async function lockProject({ workspace, home, registry }: Ground): Promise<void> {
  const dependencies = Object.fromEntries(registry.names.map((name) => [name, "1.0.0"]));
  const manifest = { name: "app", version: "1.0.0", dependencies };
  writeFileSync(join(workspace, "package.json"), JSON.stringify(manifest));
  const words = ["install", "--package-lock-only", ...OPTIONS.split(" ")];
  await start("npm", [...words, `--proxy=http://127.0.0.1:${registry.port}`], {
    cwd: workspace,
    env: { PATH, HOME: home },
    timeout: LIMIT_MS,
  });
  rmSync(join(home, ".npm"), { recursive: true, force: true });
}

async function inBubblewrap({ base, home, workspace, registry }: Ground): Promise<number> {
  const words = [
    ...["--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc", "--bind", base, base],
    ...["--unshare-user", "--unshare-pid", "--setenv", "HOME", home, "--chdir", workspace],
    ...["bash", "-c", `npm ci ${OPTIONS} --proxy=http://127.0.0.1:${registry.port}`],
  ];
  const before = performance.now();
  await start("bwrap", words, { env: { PATH }, timeout: LIMIT_MS });
  return performance.now() - before;
}

async function throughUs({ base, home, workspace, registry }: Ground): Promise<number> {
  const toolplane = await createToolplane({
    workspace,
    userData: join(base, "data"),
    tools: [bashTool],
    environment: { PATH, HOME: home },
    onWarning: () => {},
    ...registry.ways,
  });
  const session = toolplane.session();
  const call = (id: string, command: string) =>
    session.call({ id, name: "bash", arguments: { command, timeout_ms: LIMIT_MS } });
  try {
    await call("warm", "true");
    const before = performance.now();
    const result = await call("install", `npm ci ${OPTIONS}`);
    const took = performance.now() - before;
    if (result.type === "error") throw new TypeError(result.error_text);
    return took;
  } finally {
    await toolplane.close();
  }
}
