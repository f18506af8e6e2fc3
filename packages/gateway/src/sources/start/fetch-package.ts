/**
 * Fetches a package once, with the person's own npm and its configuration. It runs outside the sandbox as `npm install` at a
 * prompt would, so its install scripts stay off unless the person asked for them, and nothing is taken that has no sum.
 */
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { ToolError } from "@toolplane/contract";
import { realPath } from "@toolplane/disk/ground";
import { isRecord, isWithin } from "@toolplane/readings";
import {
  type FetchedPackage,
  makePackageHome,
  pinPackage,
  readFetchedPackage,
  readLock,
} from "./fetched-package.ts";
import { findProgram } from "./find-program.ts";
import { splitSpec } from "./package-line.ts";

export interface FetchGround {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly workspace: string;
  readonly userData: string;
}

export interface FetchOptions {
  /** Run what its packages want to run when they are installed. */
  readonly installScripts: boolean;
  readonly signal: AbortSignal;
}

export interface Fetched {
  readonly package: FetchedPackage;
  /** All that came, it among them. */
  readonly packages: number;
  /** Names of those that have install scripts. */
  readonly withScripts: readonly string[];
}

/** The registry that npm would take the package from, by the person's own configuration. Sends nothing. Throws a ToolError. */
export async function readNpmRegistry(
  spec: string,
  ground: FetchGround,
  signal: AbortSignal,
): Promise<string> {
  const home = makePackageHome(ground.userData, spec);
  const scope = /^@[^/]+(?=\/)/.exec(spec)?.[0];
  const keys = ["registry", ...(scope === undefined ? [] : [`${scope}:registry`])];
  const said = await runNpm(["config", "get", ...keys, `--prefix=${home}`], {
    ground,
    cwd: home,
    signal,
  });
  // Of several keys it says `key=value` each; of one that is not set, `undefined`.
  const urls = said.split("\n").map((line) => URL.parse(line.slice(line.indexOf("=http") + 1)));
  const url = urls.findLast((one) => one !== null) ?? null;
  if (url === null)
    throw new ToolError(
      "unavailable",
      "npm does not say which registry it uses: npm config get registry",
    );
  url.username = "";
  url.password = "";
  return url.href;
}

/** Throws a ToolError with npm's own words; then all is as it was. */
export async function fetchPackage(
  spec: string,
  registry: string,
  { ground, ...options }: FetchOptions & { readonly ground: FetchGround },
): Promise<Fetched> {
  const { userData } = ground;
  const home = makePackageHome(userData, spec);
  const folder = mkdtempSync(join(home, ".new-"));
  try {
    writeFileSync(join(folder, "package.json"), '{ "private": true }\n');
    await runNpm(installWords(spec, folder, options), {
      ground,
      cwd: folder,
      signal: options.signal,
    });
    const { integrity, version, ...came } = readInstalled(folder, spec);
    const place = `${version}-${createHash("sha256").update(integrity).digest("hex").slice(0, 8)}`;
    rmSync(join(home, place), { recursive: true, force: true });
    renameSync(folder, join(home, place));
    pinPackage(userData, spec, { folder: place, version, integrity, registry });
    const fetched = readFetchedPackage(userData, spec);
    if (fetched === null)
      throw new ToolError("unavailable", `${spec} has no command that could be started.`);
    return { ...came, package: fetched };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function installWords(
  spec: string,
  folder: string,
  { installScripts }: FetchOptions,
): readonly string[] {
  return [
    "install",
    `--prefix=${folder}`,
    "--location=project",
    "--omit=dev",
    "--save-exact",
    "--package-lock",
    "--lockfile-version=3",
    "--install-strategy=hoisted",
    `--ignore-scripts=${!installScripts}`,
    // What is not of a registry has no sum, and git runs programs of its own. An older npm does not know the words, and then the
    // look at the lock refuses it.
    "--allow-git=none",
    "--allow-remote=none",
    "--no-audit",
    "--no-fund",
    "--",
    spec,
  ];
}

/** Throws a ToolError for a package that no sum holds. */
function readInstalled(folder: string, spec: string) {
  const lock: unknown = JSON.parse(readLock(folder)?.toString("utf8") ?? "null");
  const rows = isRecord(lock) && isRecord(lock.packages) ? lock.packages : {};
  const packages = Object.entries(rows).flatMap(([path, row]) =>
    path !== "" && isRecord(row) ? [[path, row] as const] : [],
  );
  for (const [path, { integrity, inBundle, resolved }] of packages)
    if (typeof integrity !== "string" && inBundle !== true)
      throw new ToolError(
        "unavailable",
        `${nameOf(path)} comes from ${String(resolved ?? "a place that is not named")}, which gives no sum to hold it to. Nothing was kept.`,
      );
  const own = packages.find(([path]) => path === `node_modules/${splitSpec(spec).name}`)?.[1];
  if (typeof own?.version !== "string" || typeof own.integrity !== "string")
    throw new ToolError("unavailable", `npm did not install ${spec}.`);
  return {
    version: own.version,
    integrity: own.integrity,
    packages: packages.length,
    withScripts: packages.flatMap(([path, row]) =>
      row.hasInstallScript === true ? [nameOf(path)] : [],
    ),
  };
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
}

const MAX_OUTPUT = 64 * 1_024;

/** Runs npm for its output. Its own words and no others say why it failed. */
function runNpm(
  words: readonly string[],
  {
    ground: { environment, workspace },
    cwd,
    signal,
  }: { readonly ground: FetchGround; readonly cwd: string; readonly signal: AbortSignal },
): Promise<string> {
  // A project must not choose the npm, or the node, that runs unconfined: `npx toolplane` puts its folder first.
  const project = realPath(workspace);
  const path = (environment.PATH ?? "")
    .split(delimiter)
    .filter((folder) => !isWithin(realPath(folder), project))
    .join(delimiter);
  const npm = findProgram("npm", { cwd, path });
  if (npm === null)
    throw new ToolError(
      "unavailable",
      "npm is not here, and packages are fetched with it. Install Node.js with npm.",
    );
  return new Promise((resolve, reject) => {
    const child = spawn(npm, [...words], {
      cwd,
      env: { ...environment, PATH: path },
      detached: true,
      stdio: ["ignore", "pipe", "pipe"],
    });
    const end = (): void => {
      try {
        if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
      } catch {
        // It is gone.
      }
    };
    let said = "";
    let faults = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      said = (said + text).slice(-MAX_OUTPUT);
    });
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      faults = (faults + text).slice(-MAX_OUTPUT);
    });
    signal.addEventListener("abort", end, { once: true });
    child.on("error", (cause) =>
      reject(new ToolError("unavailable", `npm: ${cause.message}`, { cause })),
    );
    child.on("close", (code) => {
      signal.removeEventListener("abort", end);
      if (code === 0) return resolve(said);
      const reason = signal.aborted ? "It was stopped." : npmFault(faults);
      reject(new ToolError(signal.aborted ? "cancelled" : "unavailable", `npm: ${reason}`));
    });
  });
}

const MAX_FAULT_LINES = 4;

function npmFault(faults: string): string {
  const lines = faults.split("\n").flatMap((line) => {
    const [, text] = /^npm (?:error|ERR!) (?!A complete log|.*-debug-0\.log)(.+)$/.exec(line) ?? [];
    return text === undefined ? [] : [text.trim()];
  });
  return lines.slice(0, MAX_FAULT_LINES).join("; ") || "it failed and did not say why";
}
