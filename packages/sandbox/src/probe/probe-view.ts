/**
 * Tells whether commands can run on views here: the whole chain is really run once, holder, mounts and bubblewrap, and does in
 * a view what commands do. That it worked is remembered as for bubblewrap itself, by workspace.
 */
import { createHash } from "node:crypto";
import { mkdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { clearTree, toBytePath } from "@toolplane/disk/paths";
import { createWhiteouts } from "../view/create-whiteouts.ts";
import { findViewPrograms } from "../view/find-programs.ts";
import { launchInViews, type ViewPrograms } from "../view/launch-in-views.ts";
import { createLayerLinks } from "../view/layer-links.ts";
import { rootFault, thisWorld, type ViewFault } from "../view/root-fault.ts";
import { makeTrialFolders, TRIAL_SCRIPT } from "../view/trial-folders.ts";
import { failureWorld, viewFailure } from "../view/view-failure.ts";
import { createProbeMemory } from "./probe-memory.ts";
import type { RunProbe } from "./run-probe.ts";

/** Programs to make views with, or why none can be made. */
export type ViewFinding =
  | { readonly ok: true; readonly programs: ViewPrograms }
  | { readonly ok: false; readonly fault: ViewFault };

export interface ViewProbeOptions {
  readonly chain: TrialChain;
  /** The workspace; without one a folder of ours is tried. */
  readonly root: string | undefined;
  /** A folder of ours, on the file system where upper layers will lie. */
  readonly folder: string;
  readonly reserved: readonly string[];
  /** The place that remembers success; without it every probe tries. */
  readonly memory?: string;
}

/** The way to run a shell script in a view as commands are run. */
export interface TrialChain {
  /** The argv that starts commands. */
  readonly holder: readonly string[];
  /** The confined script, started where the view is mounted; `folder` is an empty one of ours. */
  confine(view: { readonly merged: string; readonly folder: string }, script: string): TrialRun;
}

interface TrialRun {
  readonly argv: readonly string[];
  readonly run: RunProbe;
}

/** Tries it, unless it is known or known not to work. */
export async function probeView(options: ViewProbeOptions): Promise<ViewFinding> {
  const programs = findViewPrograms(options.reserved);
  if (typeof programs === "string")
    return refused({
      reason: `Commands cannot get a view of the workspace: the program ${programs} is not installed.`,
      remedy: "install the packages util-linux and coreutils",
    });
  const fault =
    options.root === undefined ? null : rootFault(options.root, thisWorld(options.folder));
  if (fault !== null) return refused(fault);
  const memory =
    options.memory === undefined
      ? null
      : createProbeMemory(join(options.memory, `view-probe-${placeOf(options)}.json`));
  if (memory?.recall(programs.unshare)) return { ok: true, programs };
  const said = await tryOnce(options, programs);
  if (said !== null) return refused(viewFailure(said, failureWorld(options.folder)));
  memory?.keep(programs.unshare, { attempt: 0, version: "1" });
  return { ok: true, programs };
}

function refused(fault: ViewFault): ViewFinding {
  return { ok: false, fault };
}

/** Null when it worked, else the last line that was said. */
async function tryOnce(options: ViewProbeOptions, programs: ViewPrograms): Promise<string | null> {
  const folder = join(options.folder, "view-trial");
  const { chain } = options;
  try {
    mkdirSync(folder, { mode: 0o700 });
    const whiteout = createWhiteouts({ folder, program: programs.mknod });
    const trial = makeTrialFolders({ folder, root: options.root ?? folder, whiteout });
    const prefix = launchInViews({
      links: createLayerLinks(join(folder, "links")),
      mounts: [trial.mount],
      programs,
    });
    const empty = join(folder, "empty");
    mkdirSync(empty, { mode: 0o700 });
    const { merged } = trial.view;
    const confined = chain.confine({ merged, folder: empty }, TRIAL_SCRIPT);
    const [file = "", ...argv] = [...chain.holder, ...prefix, ...confined.argv];
    const { code, output } = await confined.run(file, argv);
    return code === 0 ? null : (output.trim().split("\n").at(-1)?.slice(0, 200) ?? "");
  } catch (error) {
    return error instanceof Error ? error.message.slice(0, 200) : "";
  } finally {
    clearTree(toBytePath(folder));
  }
}

/** The same folders on the same disks answer the same. */
function placeOf({ root, folder }: ViewProbeOptions): string {
  const facts = [root, deviceOf(root ?? folder), deviceOf(folder)];
  return createHash("sha256").update(JSON.stringify(facts)).digest("hex").slice(0, 16);
}

function deviceOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.dev ?? -1;
}
