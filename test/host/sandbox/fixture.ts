/** A real directory with a workspace, scratch, home and user data, a policy over it, and commands run in the real sandbox. */
import { type ChildProcess, spawn } from "node:child_process";
import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  realpathSync,
  rmSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Confinement, RequirementSet, Rule, Target } from "@toolplane/contract";
import { compileConfinement, compilePolicy } from "@toolplane/kernel";
import { compileReach, computeConfinement } from "@toolplane/kernel/inside";
import type { Outputs, Sandbox, SandboxedCommand } from "@toolplane/sandbox/inside";
import { openSandbox } from "@toolplane/sandbox/inside";
import { keeperIn } from "../keep-outputs.ts";

export interface WorldOptions {
  readonly rules?: readonly Rule[];
  readonly manifest?: RequirementSet;
  readonly approved?: readonly Target[];
  readonly network?: boolean;
  /** Where the world is made; the system's temporary directory unless given. */
  readonly parent?: string;
  readonly path?: string;
  readonly maxEntries?: number;
  /** The level that is asked for; the best one unless given. */
  readonly sandbox?: "auto" | "plain";
}

/** How a confined command ended. */
export interface Ran {
  readonly code: number | null;
  readonly output: string;
  readonly refused: readonly string[];
}

/** Where a command runs, and under which policy when not the world's own. */
interface RunOptions {
  readonly cwd?: string;
  readonly policy?: WorldOptions;
  /** Given for a process that runs on: what it may write. */
  readonly outputs?: Omit<Outputs, "keeper">;
  /** It is known only to read. */
  readonly readsOnly?: boolean;
}

export interface SandboxWorld {
  readonly base: string;
  readonly workspace: string;
  readonly scratch: string;
  readonly home: string;
  readonly userData: string;
  readonly sandbox: Sandbox;
  confinement(policy?: WorldOptions): Confinement;
  file(path: string, text?: string): string;
  run(line: string, options?: RunOptions): Promise<Ran>;
  prepare(line: string, options?: RunOptions): Promise<SandboxedCommand>;
  reopen(): Promise<Sandbox>;
  close(): Promise<void>;
}

/** Makes a world; `close` removes it. */
export async function openWorld(options: WorldOptions = {}): Promise<SandboxWorld> {
  const base = realpathSync(mkdtempSync(join(options.parent ?? tmpdir(), "toolplane-sandbox-")));
  const places = {
    workspace: join(base, "home", "ws"),
    scratch: join(base, "data", "scratch"),
    home: join(base, "home"),
    userData: join(base, "data"),
  };
  for (const place of Object.values(places)) mkdirSync(place, { recursive: true });
  mkdirSync(join(places.scratch, "home"));
  const open = () =>
    openSandbox({
      places: {
        roots: [places.workspace],
        adHoc: () => [],
        userData: places.userData,
        scratch: places.scratch,
        home: places.home,
        aliases: [],
      },
      readConfinement: compileConfinement,
      environment: { PATH: options.path ?? process.env.PATH },
      prefer: options.sandbox ?? "auto",
      ...(options.maxEntries === undefined ? {} : { maxEntries: options.maxEntries }),
    });
  const sandbox = await open();
  // Attacks run in here: on a machine without a sandbox they would run for real.
  if (sandbox.status.level === "none")
    throw new TypeError(`There is no sandbox here: ${sandbox.status.reason}`);
  const confinement = (policy = options) => confinementOf(policy, places);
  const env = {
    PATH: options.path ?? "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin",
    HOME: join(places.scratch, "home"),
    TMPDIR: "/tmp",
    LANG: "C.UTF-8",
  };
  const { userData, workspace } = places;
  const keeper = keeperIn({ userData, roots: [workspace] })({ sessionId: "s1", callId: "c1" });
  const prepare: SandboxWorld["prepare"] = (line, at = {}) => {
    const { cwd = places.workspace, policy, outputs, readsOnly = false } = at;
    return sandbox.prepare({
      argv: ["bash", "--noprofile", "--norc", "-c", line],
      cwd,
      env,
      confinement: confinement(policy),
      sessionId: "s1",
      readsOnly,
      ...(outputs === undefined ? {} : { outputs: { ...outputs, keeper } }),
    });
  };
  return {
    base,
    ...places,
    sandbox,
    confinement,
    prepare,
    file: (path, text = "") => {
      const full = join(places.workspace, path);
      mkdirSync(dirname(full), { recursive: true });
      writeFileSync(full, text);
      return full;
    },
    run: async (line, at) => {
      const command = await prepare(line, at);
      try {
        const ran = await runPrepared(command);
        return { ...ran, refused: command.likelyRefused(ran.output) };
      } finally {
        await command.release();
      }
    },
    reopen: open,
    close: async () => {
      await sandbox.close();
      rmSync(base, { recursive: true, force: true });
    },
  };
}

function confinementOf(
  options: WorldOptions,
  places: { readonly workspace: string; readonly scratch: string; readonly userData: string },
): Confinement {
  const variables = {
    workspace: [places.workspace],
    "ad-hoc": [],
    "user-data": [places.userData],
    scratch: [places.scratch],
  };
  const manifest = options.manifest ?? {
    fs: { read: ["{workspace}/**", "{scratch}/**"], write: ["{workspace}/**", "{scratch}/**"] },
    net: { hosts: ["*"] },
    shell: [{ cmd: "*" }],
  };
  return computeConfinement({
    policy: compilePolicy({
      layers: [{ scope: "session", rules: options.rules ?? [] }],
      variables,
    }),
    reach: compileReach([manifest], variables),
    approved: options.approved ?? [],
    contained: options.network !== true,
    containedWritable: [`${places.workspace}/**`, `${places.scratch}/**`],
    env: [],
  });
}

/** Spawns a prepared command with its contents on descriptors 3, 4, … */
export function spawnPrepared(
  command: SandboxedCommand,
  stdio: "pipe" | "ignore" = "pipe",
): ChildProcess {
  const descriptors = command.inherited.map((bytes, index) => {
    const file = join(
      tmpdir(),
      `toolplane-inherited-${process.pid}-${Date.now()}-${index}-${Math.random()}`,
    );
    writeFileSync(file, bytes);
    const descriptor = openSync(file, "r");
    unlinkSync(file);
    return descriptor;
  });
  const [program, ...argv] = command.argv as [string, ...string[]];
  const child = spawn(program, argv, {
    env: { ...command.env },
    stdio: ["ignore", stdio, stdio, ...descriptors],
  });
  for (const descriptor of descriptors) closeSync(descriptor);
  return child;
}

export async function runPrepared(command: SandboxedCommand): Promise<Omit<Ran, "refused">> {
  const child = spawnPrepared(command);
  // Each whole, one after the other: between two pipes nothing promises an order, and a line of one could stand inside the other's.
  const printed: Buffer[] = [];
  const complained: Buffer[] = [];
  child.stdout?.on("data", (chunk: Buffer) => printed.push(chunk));
  child.stderr?.on("data", (chunk: Buffer) => complained.push(chunk));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", resolve);
  });
  return { code, output: Buffer.concat([...printed, ...complained]).toString("utf8") };
}
