/** A workspace, a host's landings over it, and commands that really run on overlays. */
import { spawnSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { JournalDoor } from "@toolplane/contract";
import type { LandingJudge } from "@toolplane/contract/ports";
import {
  clearTree,
  createFileLocks,
  createFolderStore,
  createPathReader,
  createSystemClock,
  createSystemIds,
} from "@toolplane/disk/inside";
import { createJournal } from "@toolplane/host/inside";
import type {
  CallView,
  HostLandings,
  LandedMoves,
  LandingsOptions,
  SettledCall,
} from "@toolplane/sandbox/inside";
import { createLandings } from "@toolplane/sandbox/inside";
import { createDoorContext, createScriptedGate } from "@toolplane/testkit";

export interface World {
  readonly workspace: string;
  readonly userData: string;
  readonly landings: HostLandings;
  readonly notices: string[];
  readonly options: LandingsOptions;
  /** Another process on the same folders, as far as files can tell. */
  again(more?: Partial<LandingsOptions>): HostLandings;
  /** The journal's door for the session of `runCommand`. */
  readonly journal: JournalDoor;
  close(): void;
}

export const LAND_ALL: LandingJudge = async () => ({ land: "all" });

/** True where this process may mount, or make a namespace in which it may. */
export const CAN_MOUNT: boolean =
  process.platform === "linux" &&
  spawnSync("unshare", [...namespace(), "true"]).status === 0 &&
  existsSync("/proc/filesystems") &&
  readFileSync("/proc/filesystems", "utf8").includes("overlay");

function namespace(): readonly string[] {
  return process.getuid?.() === 0 ? ["-m"] : ["-Urm"];
}

export interface WorldOptions extends Partial<LandingsOptions> {
  /** Where user-data lies; another file system makes landings copy. */
  readonly userDataParent?: string;
  readonly parent?: string;
  readonly at?: { readonly workspace: string; readonly userData: string };
}

export function openWorld(more: WorldOptions = {}): World {
  const { userDataParent, parent, at, ...options } = more;
  const make = (folder: string) => realpathSync(mkdtempSync(join(folder, "landing-")));
  const home = parent ?? tmpdir();
  const made = at === undefined ? make(home) : null;
  const workspace = at?.workspace ?? join(made ?? "", "w:o,rk");
  const userData = at?.userData ?? make(userDataParent ?? made ?? "");
  if (made !== null) mkdirSync(workspace);
  const notices: string[] = [];
  const all: LandingsOptions = {
    userData,
    roots: [workspace],
    store: createFolderStore({ userData }),
    clock: createSystemClock(),
    ids: createSystemIds(),
    locks: createFileLocks(),
    showDiff: async (path, { before, after }) =>
      `${path}: ${before === null ? "-" : Buffer.from(before)} ${after === null ? "-" : Buffer.from(after)}`,
    onNotice: (text) => notices.push(text),
    ...options,
  };
  return {
    workspace,
    userData,
    notices,
    options: all,
    journal: journalOf(all),
    landings: createLandings(all),
    again: (more) => createLandings({ ...all, ...more }),
    close() {
      if (made !== null) clearTree(made);
      clearTree(userData);
    },
  };
}

export function journalOf(
  { userData, roots, store, clock, ids, locks }: LandingsOptions,
  landed?: LandedMoves,
): JournalDoor {
  const places = {
    roots,
    adHoc: () => [],
    userData,
    scratch: `${userData}/scratch`,
    home: "/nowhere",
    tmpIsScratch: false,
    aliases: [],
  };
  const { payloads } = createFolderStore({ userData });
  const journal = createJournal({
    places,
    clock,
    ids,
    locks,
    path: createPathReader(places),
    store: { journal: store.journal, payloads },
    landed,
  });
  const gate = createScriptedGate(() => null);
  return journal.door({ ...createDoorContext({ gate }), sessionId: "ses_1" });
}

export interface RunInView {
  readonly mask?: string;
  /** Runs as this user in a namespace of its own. */
  readonly uid?: number;
}

/** Runs a shell text on the overlay of the call's first root; throws when it cannot be mounted. */
export function runInView(view: CallView, command: string, { mask, uid }: RunInView = {}): number {
  const script = `set -e
mkdir -p /run/landing-test && mount -t tmpfs t /run/landing-test && cd /run/landing-test
n=0; lower=
while [ "$1" != -- ]; do n=$((n+1)); mkdir l$n; mount --bind "$1" l$n; lower="$lower\${lower:+:}l$n"; shift; done; shift
mkdir h; mount --bind "$1" h
mount -t overlay o -o "userxattr,lowerdir=$lower,upperdir=h/u,workdir=h/w" "$2"
cd "$2"; shift 2; exec bash -c "$1"`;
  const { root = "", upper = "", merged = "" } = view.roots[0] ?? {};
  const layers = [...(mask === undefined ? [] : [mask]), root, "--", upper.replace(/\/u$/, "")];
  const inside = [
    "sh",
    "-c",
    script.replaceAll("/run/landing-test", "/mnt"),
    "sh",
    ...layers,
    merged,
    command,
  ];
  const argv =
    uid === undefined
      ? ["unshare", ...namespace(), ...inside]
      : [
          "setpriv",
          `--reuid=${uid}`,
          `--regid=${uid}`,
          "--clear-groups",
          "unshare",
          "-Urm",
          ...inside,
        ];
  const [program = "", ...rest] = argv;
  const { status, stderr } = spawnSync(program, rest, { encoding: "utf8" });
  if (/mount: /.test(stderr)) throw new TypeError(stderr);
  return status ?? -1;
}

export interface Ran extends SettledCall {
  readonly view: CallView;
}

export interface RunAndSettle extends RunInView {
  /** Null: nobody can judge. */
  readonly judge?: LandingJudge | null;
  readonly callId?: string;
  readonly stopped?: boolean;
  readonly dryRun?: boolean;
  readonly rerun?: boolean;
  readonly signal?: AbortSignal;
  /** Between the command and its settling. */
  readonly meanwhile?: () => void;
}

/** Begins, runs, settles, and waits until the disk has it. */
export async function runCommand(
  world: Pick<World, "landings" | "workspace">,
  command: string,
  how: RunAndSettle = {},
): Promise<Ran> {
  const callId = how.callId ?? "call_1";
  const { landings, workspace } = world;
  const view = await landings.begin({ sessionId: "ses_1", callId, command, roots: [workspace] });
  runInView(view, command, how);
  how.meanwhile?.();
  const masks = how.mask === undefined ? [] : [{ root: workspace, folder: how.mask }];
  const settled = await landings.settle(view, {
    stopped: how.stopped ?? false,
    dryRun: how.dryRun ?? false,
    masks,
    rerun: how.rerun ?? false,
    signal: how.signal ?? new AbortController().signal,
    ...(how.judge === null ? {} : { judge: how.judge ?? LAND_ALL }),
  });
  await landings.settled();
  return { ...settled, view };
}

/** Everything below a folder: type, mode, and content or target; names as bytes. */
export function treeOf(folder: string): Record<string, string> {
  const tree: Record<string, string> = {};
  const visit = (path: string, at: string): void => {
    const file = Buffer.from(path, "latin1");
    const stat = lstatSync(file);
    const mode = (stat.mode & 0o7777).toString(8);
    if (stat.isSymbolicLink()) tree[at] = `link ${readlinkSync(file, "latin1")}`;
    else if (stat.isDirectory()) {
      tree[at] = `folder ${mode}`;
      const isClosed = (stat.mode & 0o500) !== 0o500;
      if (isClosed) chmodSync(file, 0o700);
      for (const name of readdirSync(file, { encoding: "buffer" }))
        visit(`${path}/${name.toString("latin1")}`, `${at}/${name.toString("latin1")}`);
      if (isClosed) chmodSync(file, stat.mode & 0o7777);
    } else if (stat.isFile()) tree[at] = `file ${mode} ${readFileSync(file, "latin1")}`;
    else tree[at] = "special";
  };
  visit(Buffer.from(folder).toString("latin1"), "");
  return tree;
}

/** Gives a folder and everything in it to a user. */
export function giveTo(folder: string, uid: number): void {
  spawnSync("chown", ["-R", `${uid}:${uid}`, folder]);
  chownSync(folder, uid, uid);
}

/** What landings left in user-data, journals aside. */
export function leftovers({ userData }: Pick<World, "userData">): readonly string[] {
  const calls = join(userData, "landing/calls");
  return existsSync(calls) ? readdirSync(calls) : [];
}
