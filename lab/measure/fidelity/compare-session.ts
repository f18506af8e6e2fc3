/**
 * Plays one session in both worlds, command by command, and says of each command whether it did the same. After a difference the
 * product's project is made like the other again, so that every difference counts once.
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { inWorkspace } from "../sessions/in-workspace.ts";
import { causeOf } from "./cause-of.ts";
import { type OurRun, type OurWorld, openOurWorld } from "./our-world.ts";
import { copy, openPlainWorld, type PlainRun, type PlainWorld } from "./plain-world.ts";
import type { SessionPlan } from "./session-plan.ts";
import { makeStartTree } from "./start-tree.ts";
import { createTreeReader, differingPaths, fingerprint, type TreeState } from "./tree-state.ts";
import { wantsNetwork } from "./wants-network.ts";

/** One command's outcome, as a line for programs. */
export interface Compared {
  readonly session: string;
  readonly from: SessionPlan["from"];
  readonly command: string;
  readonly outcome: "same" | "differs" | "failed_in_both" | "needs_network" | "over_time";
  readonly sameExit?: boolean;
  readonly sameFiles?: boolean;
  /** Whether it printed the same, figures and folders aside. No goal, but a hint: a pipe hides the exit code of its first part. */
  readonly sameOutput?: boolean;
  readonly said?: string;
  readonly cause?: string;
  readonly detail?: string;
  readonly plainMs?: number;
  readonly oursMs?: number;
  readonly level?: string;
}

const IDENTITY =
  "[user]\n\tname = A Person\n\temail = person@example.com\n[init]\n\tdefaultBranch = main\n";

/** What programs say when a name cannot be looked up. */
const NO_NETWORK =
  /ENOTFOUND|EAI_AGAIN|ENETUNREACH|resolve host|name resolution|Network is unreachable|Unknown host|UnknownHost/i;

export async function compareSession(
  base: string,
  plan: SessionPlan,
  given: {
    readonly commandMs: number;
    /** The person's own data: one for all sessions, as people have it. */
    readonly userData: string;
  },
  tell: (row: Compared) => void,
): Promise<void> {
  const [project, home] = [join(base, "w/project"), join(base, "w/home")] as const;
  mkdirSync(project, { recursive: true });
  mkdirSync(home);
  mkdirSync(join(base, "ours"));
  writeFileSync(join(home, ".gitconfig"), IDENTITY);
  makeStartTree(project, plan);
  const environment = environmentOf(home);
  const git = (...words: string[]) =>
    execFileSync("git", ["-C", project, ...words], { env: environment, stdio: "ignore" });
  git("init", "-q");
  git("add", "-A");
  git("commit", "-q", "--allow-empty", "-m", "start");
  const plain = openPlainWorld(
    join(base, "plain"),
    { project, home },
    { project, home, environment },
  );
  const ours = await openOurWorld({
    base: join(base, "ours"),
    userData: given.userData,
    workspace: project,
    environment,
  });
  const worlds = { plain, ours, project, folder: join(base, "plain/now") };
  const readers = {
    plain: createTreeReader(plain.project),
    ours: createTreeReader(project),
    start: "",
  };
  try {
    for (const row of plan.rows) {
      const command = inWorkspace(row, project);
      const known = { session: plan.session, from: plan.from, command, level: ours.level };
      if ((plan.from === "data" && wantsNetwork(command)) || (await ours.needsNetwork(command)))
        tell({ ...known, outcome: "needs_network" });
      else tell({ ...known, ...(await compareCommand(command, worlds, readers, given.commandMs)) });
    }
  } finally {
    await ours.close();
  }
}

interface Worlds {
  readonly plain: PlainWorld;
  readonly ours: OurWorld;
  readonly project: string;
  readonly folder: string;
}

interface Readers {
  readonly plain: () => TreeState;
  readonly ours: () => TreeState;
  /** What the plain world was like when it was kept last. */
  start: string;
}

type Outcome = Omit<Compared, "session" | "from" | "command" | "level">;

async function compareCommand(
  command: string,
  { plain, ours, project, folder }: Worlds,
  readers: Readers,
  commandMs: number,
): Promise<Outcome> {
  const now = fingerprint(folder);
  if (now !== readers.start) {
    plain.keep();
    readers.start = now;
  }
  const theirs = await plain.run(command, commandMs);
  if (theirs.timedOut) {
    // What it did until then is not ours to have done.
    makeAlike(plain.project, project);
    return { outcome: "over_time" };
  }
  // Twice the time: a command that just fits there must not differ here because the machine was busy.
  const mine = await ours.run(command, commandMs * 2);
  const right = readers.plain();
  const left = readers.ours();
  const files = differingPaths(right, left);
  const times = { plainMs: theirs.ms, oursMs: mine.ms };
  const isSameExit = theirs.exit === mine.exit;
  if (files.length > 0) makeAlike(plain.project, project);
  if (NO_NETWORK.test(theirs.output)) return { outcome: "needs_network" };
  if (theirs.exit !== 0 && mine.exit !== 0) return { outcome: "failed_in_both" };
  const said = saidAlike(theirs.output, mine.output);
  if (isSameExit && files.length === 0)
    return { outcome: "same", sameExit: true, sameFiles: true, ...said, ...times };
  const noise = await noiseOf(command, plain, theirs, right, commandMs);
  readers.start = "";
  const meant = files.filter((path) => !noise.paths.has(path));
  const exitMeant = !isSameExit && !noise.exit;
  if (!exitMeant && meant.length === 0)
    return { outcome: "same", sameExit: true, sameFiles: true, ...said, ...times };
  return {
    outcome: "differs",
    sameExit: !exitMeant,
    sameFiles: meant.length === 0,
    cause: causeOf(mine, meant.length > 0),
    detail: detailOf(theirs, mine, meant, right, left),
    ...times,
  };
}

/** What differs when the same command runs once more from the same state without us: times, random names and the like. */
async function noiseOf(
  command: string,
  plain: PlainWorld,
  first: PlainRun,
  state: TreeState,
  commandMs: number,
): Promise<{ readonly exit: boolean; readonly paths: ReadonlySet<string> }> {
  const { run, project } = await plain.again(command, commandMs);
  return {
    exit: run.exit !== first.exit,
    paths: new Set(differingPaths(state, createTreeReader(project)())),
  };
}

function saidAlike(theirs: string, mine: string): { sameOutput: boolean; said?: string } {
  const plainly = (text: string): string =>
    text
      .replaceAll(/\/toolplane\/home|\/[\w./-]*\/w\/home/g, "~")
      .replaceAll(/[0-9a-f]{7,40}|[\d.]+/g, "#")
      .replaceAll(/\s+/g, " ")
      .trim()
      .slice(-600);
  const [right, left] = [plainly(theirs), plainly(mine)] as const;
  if (right === left) return { sameOutput: true };
  return { sameOutput: false, said: `${right.slice(-250)} | ${left.slice(-250)}` };
}

function makeAlike(from: string, to: string): void {
  for (const name of readdirSync(to)) rmSync(join(to, name), { recursive: true, force: true });
  copy(from, to);
}

function detailOf(
  theirs: PlainRun,
  mine: OurRun,
  paths: readonly string[],
  right: TreeState,
  left: TreeState,
): string {
  const files = paths
    .slice(0, 4)
    .map((path) => `${path}: ${right.get(path) ?? "absent"} | ${left.get(path) ?? "absent"}`);
  return JSON.stringify({
    exit: [theirs.exit, mine.exit, mine.code],
    files: paths.length > 4 ? [...files, `${paths.length} paths`] : files,
    asked: mine.asked,
    likelyRefused: mine.report?.likelyRefused,
    landing: mine.report?.landing?.state,
    plain: theirs.output.slice(-400),
    ours: mine.output.slice(-600),
  });
}

/** Little, and the same for both. */
function environmentOf(home: string): Readonly<Record<string, string>> {
  const folders = (process.env.PATH ?? "").split(":");
  return {
    PATH: folders.filter((folder) => !folder.includes("node_modules")).join(":"),
    HOME: home,
    LANG: "C.UTF-8",
    TERM: "xterm",
    TMPDIR: "/tmp",
    SHELL: "/bin/bash",
  };
}
