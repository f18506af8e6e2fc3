/**
 * A real workspace, and commands that run on views of it through the host's own processes. Landing has tests of its own: here
 * a stand-in makes the folders of a call and keeps what the command left in them.
 */
import { execFileSync } from "node:child_process";
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Confinement, ProcessResult, Rule, Target } from "@toolplane/contract";
import { createSystemClock, createSystemIds } from "@toolplane/disk/inside";
import { compileConfinement, compilePolicy } from "@toolplane/kernel";
import { compileReach, computeConfinement } from "@toolplane/kernel/inside";
import type {
  BeginCall,
  CallView,
  CommandLandings,
  Sandbox,
  SettleCall,
} from "@toolplane/sandbox/inside";
import { createProcesses, openSandbox } from "@toolplane/sandbox/inside";
import { createDoorContext, createScriptedGate } from "@toolplane/testkit";
import { keeperIn } from "../keep-outputs.ts";
import { loopbackEgress } from "../processes/fixture.ts";

export interface ViewWorldOptions {
  readonly rules?: readonly Rule[];
  /** Name of the workspace folder. */
  readonly name?: string;
  readonly parent?: string;
  /** Further roots below the world. */
  readonly extra?: readonly string[];
}

export interface ViewRun {
  readonly rules?: readonly Rule[];
  readonly approved?: readonly Target[];
  readonly contained?: boolean;
  readonly readsOnly?: boolean;
  readonly dryRun?: boolean;
  readonly sessionId?: string;
  readonly timeoutMs?: number;
  readonly cwd?: string;
  readonly signal?: AbortSignal;
}

/** What a command printed, and what it left in the upper layer of the workspace. */
interface ViewRan extends ProcessResult {
  readonly upper: readonly string[];
  readonly settled: SettleCall | null;
  /** Its view was mounted before it was known. */
  readonly wasAhead: boolean;
}

export interface ViewWorld {
  readonly base: string;
  readonly workspace: string;
  readonly userData: string;
  /** Of the session that commands belong to unless they name another. */
  readonly scratch: string;
  readonly sandbox: Sandbox;
  file(path: string, text?: string): string;
  run(line: string, options?: ViewRun): Promise<ViewRan>;
  /** Ends what the sessions run; the files stay. */
  closeSessions(): Promise<void>;
  close(): Promise<void>;
}

const SESSION = "s1";

/** Makes a world; `close` removes it. */
export async function openViewWorld(options: ViewWorldOptions = {}): Promise<ViewWorld> {
  const base = realpathSync(mkdtempSync(join(options.parent ?? tmpdir(), "toolplane-view-")));
  const at = (name: string) => join(base, name);
  const workspace = join(base, "home", options.name ?? "ws");
  const roots = [workspace, ...(options.extra ?? []).map(at)];
  const userData = at("data");
  const scratch = join(at("data"), "scratch");
  const home = at("home");
  for (const folder of [...roots, scratch]) mkdirSync(folder, { recursive: true });
  const places = { roots, adHoc: () => [], userData, scratch, home, aliases: [] };
  const environment = { PATH: process.env.PATH, HOME: home, LANG: "C.UTF-8" };
  const sandbox = await openSandbox({
    places,
    readConfinement: compileConfinement,
    environment,
    prefer: process.env.TOOLPLANE_TEST_SANDBOX === "plain" ? "plain" : "auto",
    views: true,
  });
  if (sandbox.status.level === "none")
    throw new TypeError(`There is no sandbox here: ${sandbox.status.reason}`);
  const landings = createStandIn(userData);
  const processes = createProcesses({
    places: { ...places, tmpIsScratch: true },
    sandbox,
    environment,
    landings,
    keeperOf: keeperIn(places),
    egress: loopbackEgress(),
    changes: { begin: async () => ({ after: async () => ({ changed: [], complete: true }) }) },
    clock: createSystemClock(),
    ids: createSystemIds(),
    maxOutputBytes: 100_000,
  });
  let calls = 0;
  return {
    base,
    workspace,
    userData,
    sandbox,
    scratch: join(scratch, SESSION),
    file(path, text = "") {
      const full = join(workspace, path);
      mkdirSync(dirname(full), { recursive: true });
      writeFileSync(full, text);
      return full;
    },
    async run(line, run = {}) {
      calls += 1;
      const callId = `call-${calls}`;
      const result = await processes.run(
        {
          command: { shell: line },
          cwd: run.cwd ?? workspace,
          env: {},
          ...(run.timeoutMs === undefined ? {} : { timeoutMs: run.timeoutMs }),
        },
        {
          ...createDoorContext({ gate: createScriptedGate() }),
          callId,
          sessionId: run.sessionId ?? SESSION,
          ...(run.signal === undefined ? {} : { signal: run.signal }),
          confinement: confinementOf(run.rules ?? options.rules ?? [], run, places),
          ...(run.readsOnly === true ? { readsOnly: true } : {}),
          ...(run.dryRun === true ? { dryRun: true } : {}),
        },
      );
      return { ...result, ...landings.left(callId) };
    },
    closeSessions: processes.close,
    async close() {
      await processes.close();
      await sandbox.close();
      // Work folders of overlays cannot be entered by their owner.
      execFileSync("chmod", ["-R", "u+rwx", base], { stdio: "ignore" });
      rmSync(base, { recursive: true, force: true });
    },
  };
}

export function confinementOf(
  rules: readonly Rule[],
  run: ViewRun,
  places: {
    readonly roots: readonly string[];
    readonly scratch: string;
    readonly userData: string;
  },
): Confinement {
  const variables = {
    workspace: places.roots,
    "ad-hoc": [],
    "user-data": [places.userData],
    scratch: [places.scratch],
  };
  const manifest = {
    fs: { read: ["{workspace}/**", "{scratch}/**"], write: ["{workspace}/**", "{scratch}/**"] },
    net: { hosts: ["*"] },
    shell: [{ cmd: "*" }],
  };
  return computeConfinement({
    policy: compilePolicy({ layers: [{ scope: "session", rules }], variables }),
    reach: compileReach([manifest], variables),
    approved: run.approved ?? [],
    contained: run.contained !== false,
    containedWritable: [...places.roots, places.scratch].map((root) => `${root}/**`),
    env: [],
  });
}

interface StandIn extends CommandLandings {
  left(callId: string): Pick<ViewRan, "upper" | "settled" | "wasAhead">;
}

/** Makes folders as landings do, and lands nothing. */
function createStandIn(userData: string): StandIn {
  const views = new Map<string, CallView>();
  const ends = new Map<string, SettleCall>();
  let ahead = 0;
  const known = (view: CallView): CallView => {
    views.set(view.callId, view);
    return view;
  };
  return {
    async begin(call) {
      return known(makeFolders(call, join(userData, "calls", call.callId)));
    },
    async makeAhead(call) {
      ahead += 1;
      const folder = join(userData, "calls", `ahead-${ahead}`);
      return makeFolders({ ...call, callId: "", command: "" }, folder);
    },
    beginAhead: async ({ folder, roots }, call) => known({ ...call, folder, roots }),
    discard: ({ roots }) => {
      for (const { merged } of roots) rmdirSync(merged);
    },
    async settle(view, end) {
      ends.set(view.callId, end);
      return { changed: [], undo: [] };
    },
    left(callId) {
      const upper = views.get(callId)?.roots[0]?.upper;
      return {
        upper: upper === undefined ? [] : entriesBelow(upper),
        settled: ends.get(callId) ?? null,
        wasAhead: views.get(callId)?.folder.includes("/ahead-") === true,
      };
    },
  };
}

function makeFolders(call: BeginCall, folder: string): CallView {
  const roots = call.roots.map((root, index) => {
    const made = (name: string) => {
      const path = join(folder, String(index), name);
      mkdirSync(path, { recursive: true });
      return path;
    };
    const view = { root, upper: made("u"), work: made("w"), merged: made("m") };
    chmodSync(view.upper, lstatSync(root).mode & 0o7777);
    return view;
  });
  return { ...call, folder, roots };
}

/** Every path below a folder, in order; what stands for a deleted name begins with `-`. */
function entriesBelow(folder: string, prefix = ""): readonly string[] {
  return readdirSync(folder, { withFileTypes: true })
    .flatMap((entry) => {
      const path = `${prefix}${entry.name}`;
      if (entry.isCharacterDevice()) return [`-${path}`];
      return entry.isDirectory()
        ? [`${path}/`, ...entriesBelow(join(folder, entry.name), `${path}/`)]
        : [path];
    })
    .toSorted();
}
