/** A host's processes over a temporary folder, with the smallest sandboxes: bubblewrap with the whole disk read-only, or none. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Confinement } from "@toolplane/contract";
import type { Gate, ProcessContext, Redactor } from "@toolplane/contract/ports";
import { noSandbox } from "@toolplane/contract/ports";
import type { Egress, Places } from "@toolplane/disk/inside";
import { createEgress, createSystemClock, createSystemIds } from "@toolplane/disk/inside";
import type { Sandbox } from "@toolplane/sandbox/inside";
import {
  bubblewrapStatus,
  createNoneSandbox,
  createProcesses,
  type HostProcesses,
  holderLaunches,
  type ProcessesOptions,
} from "@toolplane/sandbox/inside";
import { createDoorContext, createScriptedGate, type GateScript } from "@toolplane/testkit";
import { keeperIn } from "../keep-outputs.ts";

/** A temporary world with processes in it. */
export interface World {
  readonly root: string;
  readonly workspace: string;
  readonly places: Places;
  readonly processes: HostProcesses;
  context(given?: ContextOptions): ProcessContext;
  close(): Promise<void>;
}

/** What a test gives instead of the usual. */
export interface WorldOptions extends Partial<Omit<ProcessesOptions, "sandbox" | "places">> {
  readonly sandbox?: "bubblewrap" | "none";
  readonly userData?: string;
  /** Puts a folder of this world on PATH, so that its holder can be told from others. */
  readonly marked?: boolean;
}

/** What a test gives for one call. */
export interface ContextOptions extends Partial<Omit<ProcessContext, "gate" | "confinement">> {
  readonly refuse?: GateScript;
  readonly gate?: Gate;
  readonly network?: "none" | "relay";
}

export function openWorld(options: WorldOptions = {}): World {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "toolplane-processes-")));
  const { marked = false } = options;
  const usual = placesIn(root, options.sandbox !== "none");
  const places = { ...usual, userData: options.userData ?? usual.userData };
  const { workspace } = makeFolders(root);
  const processes = createProcesses({
    places,
    egress: loopbackEgress(),
    changes: { begin: async () => ({ after: async () => ({ changed: [], complete: true }) }) },
    clock: createSystemClock(),
    ids: createSystemIds(),
    environment: {
      PATH: marked ? `${process.env.PATH}:${root}` : process.env.PATH,
      HOME: places.home,
      LANG: "C.UTF-8",
      SECRET: "hidden",
    },
    maxOutputBytes: 10_000,
    keeperOf: keeperIn(places),
    ...options,
    sandbox:
      options.sandbox === "none"
        ? createNoneSandbox(noSandbox("It is switched off."))
        : bubblewrapSandbox(places),
  });
  return {
    root,
    workspace,
    places,
    processes,
    context: contextOf,
    async close() {
      await processes.close();
      rmSync(root, { recursive: true, force: true });
    },
  };
}

/** Connects to what the gate allowed; a name leads to loopback, so that nothing leaves it. */
export function loopbackEgress(): Egress {
  return createEgress({
    resolver: { resolve: async () => ["127.0.0.1"] },
    connector: {
      connect: ({ port }) =>
        new Promise((resolve, reject) => {
          const socket = connect({ host: "127.0.0.1", port, allowHalfOpen: true });
          socket.once("connect", () => resolve(socket));
          socket.once("error", reject);
        }),
    },
  });
}

/** Masks one word, however it is cut into pieces. */
export function wordRedactor(word: string, mask: string): Redactor {
  const text = (input: string): string => input.replaceAll(word, mask);
  return {
    text,
    value: (value) => value,
    stream() {
      let held = "";
      return {
        push(chunk) {
          held = text(held + chunk);
          const keep = Math.min(held.length, word.length - 1);
          const out = held.slice(0, held.length - keep);
          held = held.slice(held.length - keep);
          return out;
        },
        end() {
          const rest = held;
          held = "";
          return rest;
        },
      };
    },
  };
}

function contextOf(given: ContextOptions = {}): ProcessContext {
  const { refuse, network = "relay", ...rest } = given;
  return {
    ...createDoorContext({ gate: createScriptedGate(refuse) }),
    ...rest,
    confinement: confinementOf(network),
  };
}

function confinementOf(access: "none" | "relay"): Confinement {
  const files = { reach: [["/**"]], masks: [], opened: [] };
  return {
    read: files,
    write: files,
    network: { access, reach: [["*", "127.0.0.1:*"]], masks: [], opened: [] },
    env: [],
    contained: false,
  };
}

function placesIn(root: string, sandboxed: boolean): Places {
  return {
    roots: [join(root, "workspace")],
    adHoc: () => [],
    userData: join(root, "data"),
    scratch: join(root, "scratch"),
    home: join(root, "person"),
    tmpIsScratch: sandboxed,
    aliases: [],
  };
}

function makeFolders(root: string): { readonly workspace: string } {
  for (const name of ["workspace", "data", "scratch", "person"])
    mkdirSync(join(root, name), { mode: 0o700 });
  return { workspace: join(root, "workspace") };
}

/** The arguments come by descriptor, as from the real one. */
function bubblewrapSandbox(places: Places): Sandbox {
  return {
    status: bubblewrapStatus("0"),
    bindsScratchAtTmp: true,
    holderLaunches: holderLaunches("bwrap", { root: process.getuid?.() === 0 }),
    prepare: async ({ argv, env, cwd, confinement, scratch }) => {
      const ownNetwork = confinement.network.access === "none";
      const [workspace = ""] = places.roots;
      const fixed = [
        ...["--ro-bind", "/", "/", "--proc", "/proc", "--dev", "/dev"],
        ...["--bind", workspace, workspace, "--tmpfs", places.userData],
        ...["--bind", scratch?.folder ?? places.scratch, "/tmp", "--ro-bind", workspace, workspace],
        // This program itself, which may lie below /tmp too.
        ...["--ro-bind", process.execPath, process.execPath],
        ...(scratch?.trust === undefined ? [] : ["--ro-bind", scratch.trust, "/mnt"]),
        ...["--bind", workspace, workspace, "--chdir", cwd],
        ...["--unshare-user", "--unshare-pid", "--unshare-ipc", "--die-with-parent"],
        ...["--new-session", ...(ownNetwork ? ["--unshare-net"] : [])],
      ];
      return {
        argv: ["bwrap", "--args", "3", "--", ...argv],
        // No folder can be made in a root that is the machine's own.
        env: Object.fromEntries(
          Object.entries(env).map(([name, value]) => [
            name,
            value.replace(/^\/toolplane\/trust\//, "/mnt/"),
          ]),
        ),
        inherited: [Buffer.from(fixed.map((word) => `${word}\0`).join(""))],
        ownNetwork,
        release: async () => {},
        likelyRefused: () => [],
      };
    },
    stale() {},
    async close() {},
  };
}
