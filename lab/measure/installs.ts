// How much of what agents want a network for a lock file could cover, and what an install through the front costs: `npm ci` of
// generated packages from a registry on loopback, in plain bubblewrap with a network and through us, one after the other; then
// projects with lock files of every version of npm's, and how many of them were installed without a question.
import { execFile } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { bashTool } from "@toolplane/tools";
import { createToolplane } from "toolplane";
import { coveredShare } from "./installs/covered-share.ts";
import { HOST, type MadeRegistry, startMadeRegistry } from "./installs/made-registry.ts";

/** Not the one that waits by blocking: the registry is in this process. */
const start = promisify(execFile);

const PACKAGES = 300;
const ROUNDS = 3;
const PROJECTS = 20;

export async function measure(options: {
  readonly data: string;
  readonly limit?: number;
}): Promise<Readonly<Record<string, unknown>>> {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "toolplane-installs-")));
  const registry = await startMadeRegistry(join(base, "registry"), PACKAGES);
  try {
    const timed = await timeInstalls(base, registry);
    const unasked = await runProjects(base, registry, options.limit ?? PROJECTS);
    return { ...coveredShare(options.data), packages: PACKAGES, ...timed, ...unasked };
  } finally {
    await registry.close();
    rmSync(base, { recursive: true, force: true });
  }
}

async function timeInstalls(base: string, registry: MadeRegistry) {
  const project = await makeProject(join(base, "large"), registry, {
    names: registry.names,
    version: 3,
  });
  const plain: number[] = [];
  const ours: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    plain.push(await plainMs(base, project, registry));
    ours.push((await ownRun(base, project, registry)).ms);
  }
  const [plainMs_, oursMs] = [plain, ours].map((times) => Math.min(...times));
  return { plain_ms: plainMs_, ours_ms: oursMs, ratio: round2((oursMs ?? 0) / (plainMs_ ?? 1)) };
}

async function runProjects(base: string, registry: MadeRegistry, count: number) {
  let unasked = 0;
  for (let at = 0; at < count; at += 1) {
    const names = registry.names.filter((_, index) => index % count === at);
    const version = (at % 3) + 1;
    const project = await makeProject(join(base, `project-${at}`), registry, { names, version });
    const { ended } = await ownRun(base, project, registry);
    if (ended) unasked += 1;
  }
  return { projects: count, unasked: round2(unasked / count) };
}

/** A project with a lock file, made without us. */
async function makeProject(
  folder: string,
  registry: MadeRegistry,
  { names, version }: { readonly names: readonly string[]; readonly version: number },
): Promise<string> {
  mkdirSync(folder, { recursive: true });
  const dependencies = Object.fromEntries(names.map((name) => [name, "1.0.0"]));
  writeFileSync(
    join(folder, "package.json"),
    JSON.stringify({ name: "app", version: "1.0.0", dependencies }),
  );
  await npm(folder, registry, ["install", "--package-lock-only", `--lockfile-version=${version}`]);
  return folder;
}

async function npm(folder: string, { port }: MadeRegistry, args: readonly string[]): Promise<void> {
  const proxy = `http://127.0.0.1:${port}`;
  await start("npm", [...args, `--registry=http://${HOST}/`, `--proxy=${proxy}`, "--no-audit"], {
    cwd: folder,
    env: { PATH: "/usr/bin:/bin", HOME: join(folder, ".."), npm_config_update_notifier: "false" },
  });
}

async function plainMs(base: string, project: string, { port }: MadeRegistry): Promise<number> {
  const folder = mkdtempSync(join(base, "plain-"));
  cpSync(project, join(folder, "ws"), { recursive: true });
  const command = `npm ci --registry=http://${HOST}/ --proxy=http://127.0.0.1:${port} --no-audit --no-update-notifier`;
  const bound = [
    "--ro-bind",
    "/",
    "/",
    "--dev",
    "/dev",
    "--proc",
    "/proc",
    "--bind",
    folder,
    folder,
  ];
  const held = [
    "--unshare-user",
    "--unshare-pid",
    "--setenv",
    "HOME",
    folder,
    "--chdir",
    `${folder}/ws`,
  ];
  const started = performance.now();
  await start("bwrap", [...bound, ...held, "bash", "-c", command], {
    env: { PATH: "/usr/bin:/bin" },
  });
  return Math.round(performance.now() - started);
}

async function ownRun(base: string, project: string, registry: MadeRegistry) {
  const folder = mkdtempSync(join(base, "ours-"));
  const workspace = join(folder, "ws");
  cpSync(project, workspace, { recursive: true });
  mkdirSync(join(folder, "home"));
  writeFileSync(join(folder, "home/.npmrc"), `registry=http://${HOST}/\n`);
  const toolplane = await createToolplane({
    workspace,
    userData: join(folder, "data"),
    tools: [bashTool],
    environment: { PATH: "/usr/bin:/bin", HOME: join(folder, "home") },
    onWarning: () => {},
    ...registry.ways,
  });
  try {
    const session = toolplane.session();
    await session.call({ id: "warm", name: "bash", arguments: { command: "true" } });
    const started = performance.now();
    const command = "npm ci --no-audit";
    const result = await session.call({ id: "install", name: "bash", arguments: { command } });
    const ms = Math.round(performance.now() - started);
    const details = JSON.stringify(result.details ?? {});
    return { ms, ended: result.type === "output" && details.includes('"exitCode":0') };
  } finally {
    await toolplane.close();
  }
}

function round2(value: number): number {
  return Math.round(value * 100) / 100;
}
