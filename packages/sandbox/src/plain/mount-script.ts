/**
 * Steps as a shell script that makes a private root and moves into it. Starting `mount` costs more than mounting, so all mounts
 * that do not lie in one another's file systems go to one `mount -a` with a table of its own.
 *
 * The script ends at its first failure, and then nothing is run: a mount that is missing is a wall that is missing. `mount -a`
 * passes over what it takes for mounted already, so whatever has something mounted on it is mounted by a command of its own.
 */

import { below, nameOf, parentOf } from "@toolplane/disk/paths";
import { quoteShell } from "@toolplane/readings";
import { statOf } from "../plan/disk/directory-cache.ts";
import type { MountTable } from "./mount-table.ts";
import type { PlainMount } from "./plain-mount.ts";
import type { PlainPrograms } from "./plain-programs.ts";

export interface MountScript {
  readonly steps: readonly PlainMount[];
  /** An existing folder, as a byte path: the private root is mounted over it, in the command's own mount namespace. */
  readonly root: string;
  readonly programs: PlainPrograms;
  readonly table: MountTable;
  /** True for a command with a network namespace of its own, whose loopback is brought up. */
  readonly loopback: boolean;
}

/** The script, one character per byte. Afterwards the working directory is the new root. */
export function mountScript(options: MountScript): string {
  const { programs, root } = options;
  const layout = layoutOf(options);
  const lines = [
    "set -eu",
    "trap 'echo \"The sandbox could not be made, so the command was not run.\" >&2' EXIT",
    "umask 022",
    ...(layout.rootStep === null
      ? [`${programs.mount} -t tmpfs -o mode=0755,nosuid,nodev tmpfs ${quoteShell(root)}`]
      : commandsOf(layout.rootStep, { at: root, layout })),
    `cd ${quoteShell(root)}`,
    ...layout.rounds.flatMap((round) => roundLines(round, layout)),
    ...(layout.rootStep !== null ? [] : [`${programs.rm} -f ${MOUNT_TABLE}`]),
    ...(options.loopback ? bringLoopbackUp(programs) : []),
    `${programs.pivot_root} . ${OLD_ROOT}`,
    `${programs.umount} -l /${OLD_ROOT}`,
    ...layout.closing.map(
      (at) => `${programs.mount} -o remount,bind,ro,nosuid,nodev ${quoteShell(at)}`,
    ),
  ];
  return `${lines.join("\n")}\n`;
}

/** The place of the old root for a moment: a folder that is there for every command, and empty. */
const OLD_ROOT = "dev/shm";

interface Layout extends MountScript {
  /** Where the whole disk is shown: then there is no private root to make anything in. */
  readonly rootStep: Mounting | null;
  /** Steps that can be made together; each round lies in the file systems of those before it. */
  readonly rounds: readonly (readonly PlainMount[])[];
  /** Mounts that are made read-only at the end, as the command sees them. */
  readonly closing: readonly string[];
  /** True when the place lies in a file system of ours, where it must be made first. */
  isOurs(at: string): boolean;
}

function layoutOf(options: MountScript): Layout {
  const isRoot = (step: PlainMount) => step.kind === "bind" && step.at === "/";
  const rootStep = (options.steps.find(isRoot) as Mounting | undefined) ?? null;
  const mounted = new Map<string, PlainMount>();
  for (const step of options.steps)
    if (step.kind !== "link" && step.kind !== "folder" && step.at !== "/")
      mounted.set(step.at, step);
  const containerOf = (at: string): PlainMount | undefined => {
    for (let up = parentOf(at); up !== "/"; up = parentOf(up)) {
      const found = mounted.get(up);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  const isOurs = (at: string) => {
    const container = containerOf(at);
    return container === undefined ? rootStep === null : container.kind === "system";
  };
  // A folder inside a bind cannot be made there, and one in its place must cover it: it gets a file system of its own.
  const isMade = (at: string) => isOurs(at) && !mounted.has(at);
  const steps = options.steps
    .filter(({ at }) => at !== "/")
    .toSorted((one, other) => depth(one) - depth(other))
    .map((step): PlainMount => {
      if (step.kind !== "folder" || isMade(step.at)) return step;
      const system = { kind: "system", type: "tmpfs", at: step.at, options: OWN_FOLDER } as const;
      const own: PlainMount = { ...system, closed: true };
      mounted.set(step.at, own);
      return own;
    });
  const rounds = Object.values(Object.groupBy(steps, ({ at }) => roundOf(at, mounted)));
  const own = steps.flatMap((step) => (step.kind === "system" && step.closed ? [step.at] : []));
  const closing = [...own, ...(rootStep === null ? ["/"] : [])];
  return {
    ...options,
    rootStep,
    rounds: rounds.filter((round) => round !== undefined),
    closing,
    isOurs,
  };
}

const OWN_FOLDER = "nosuid,nodev,mode=0755";

function roundOf(at: string, mounted: ReadonlyMap<string, PlainMount>): number {
  let round = 0;
  for (let up = parentOf(at); up !== "/"; up = parentOf(up))
    if (mounted.get(up)?.kind === "system") round += 1;
  return round;
}

function depth({ at }: PlainMount): number {
  return at.split("/").length;
}

function roundLines(steps: readonly PlainMount[], layout: Layout): readonly string[] {
  const { programs } = layout;
  const ours = steps.filter(({ at }) => layout.isOurs(at));
  const folders = new Set<string>();
  const rest: string[] = [];
  const links: Link[] = [];
  for (const step of ours) {
    if (step.kind === "link") {
      folders.add(parentOf(step.at));
      links.push(step);
    } else if (step.kind === "bind" && !isDirectory(step.source)) {
      folders.add(parentOf(step.at));
      rest.push(`: > ${quoteShell(inside(step.at))}`);
    } else folders.add(step.at);
  }
  folders.delete("/");
  const made = [...folders].map((at) => quoteShell(inside(at)));
  const makes = chunks(made).map((some) => `${programs.mkdir} -p -- ${some.join(" ")}`);
  return [...makes, ...rest, ...linkLines(links, programs), ...mountLines(steps, layout)];
}

type Link = Extract<PlainMount, { readonly kind: "link" }>;

/** One program makes all links of a folder that are called like what they lead to; each of the others needs its own. */
function linkLines(links: readonly Link[], { ln }: PlainPrograms): readonly string[] {
  const line = (targets: readonly string[], to: string) =>
    `${ln} -s -- ${[...targets, to].map(quoteShell).join(" ")}`;
  const isAlike = ({ at, target }: Link) => nameOf(at) === nameOf(target) && nameOf(at) !== "";
  const together = Object.entries(Object.groupBy(links.filter(isAlike), ({ at }) => parentOf(at)));
  return [
    ...together.map(([folder, alike = []]) =>
      line(
        alike.map(({ target }) => target),
        `./${inside(folder)}`,
      ),
    ),
    ...links.filter((link) => !isAlike(link)).map(({ target, at }) => line([target], inside(at))),
  ];
}

function mountLines(steps: readonly PlainMount[], layout: Layout): readonly string[] {
  const { programs, root, table } = layout;
  const lines: string[] = [];
  let rows: string[] = [];
  const flush = () => {
    if (rows.length === 0) return;
    // A mount of the first round is passed over in the second, and a path that is gone is no longer in the table then.
    const fill = `list > ${MOUNT_TABLE}`;
    const read = `${programs.mount} -a -T ${MOUNT_TABLE}`;
    lines.push(`list() {\n${rows.join("\n")}\n}`);
    lines.push(`${fill}; ${read} 2> /dev/null || { ${fill}; ${read}; }`);
    rows = [];
  };
  for (const step of steps) {
    if (step.kind === "link" || step.kind === "folder") continue;
    const at = below(root, inside(step.at));
    const isThere = `[ -e ${quoteShell(step.kind === "bind" ? step.source : "/")} ]`;
    const mayBeGone = step.kind === "bind" && step.mayBeGone === true;
    if (isSimple(step, layout)) {
      const row = `printf "%s\\n" ${quoteShell(rowOf(step, { at, table }))}`;
      rows.push(mayBeGone ? `if ${isThere}; then ${row}; fi` : row);
    } else {
      flush();
      const commands = commandsOf(step, { at, layout });
      lines.push(...(mayBeGone ? [`if ${isThere}; then`, ...commands, "fi"] : commands));
    }
  }
  flush();
  return lines;
}

/** Written into the private root, and gone before the command is there. */
const MOUNT_TABLE = ".mounts";

// Where the private root is a bind there is no place for a table; what has mounts on or below it is not left to one.
function isSimple(step: Mounting, { rootStep, table }: Layout): boolean {
  if (rootStep !== null) return false;
  return step.kind === "system" || !table.touches(step.source);
}

type Mounting = Extract<PlainMount, { readonly kind: "bind" | "system" }>;

function rowOf(
  step: Mounting,
  { at, table }: { readonly at: string; readonly table: MountTable },
): string {
  const [source, type, options] =
    step.kind === "system"
      ? [step.type, step.type, step.options]
      : [step.source, "none", ["bind", ...bindOptions(step, step.source, table)].join(",")];
  return [source, at, type, options, "0", "0"].map(tableField).join(" ");
}

function commandsOf(
  step: Mounting,
  { at, layout }: { readonly at: string; readonly layout: Layout },
): readonly string[] {
  const { programs, table } = layout;
  if (step.kind === "system")
    return [`${programs.mount} -t ${step.type} -o ${step.options} ${step.type} ${quoteShell(at)}`];
  const { source } = step;
  const remount = (point: string, from: string) => {
    const options = ["remount", "bind", ...bindOptions(step, from, table)].join(",");
    return `${programs.mount} -o ${options} ${quoteShell(point)}`;
  };
  return [
    `${programs.mount} --rbind ${quoteShell(source)} ${quoteShell(at)}`,
    ...(step.device ? [] : [remount(at, source)]),
    ...table.below(source).map((point) => remount(`${at}${pathBelow(point, source)}`, point)),
  ];
}

function bindOptions(
  step: Extract<PlainMount, { readonly kind: "bind" }>,
  source: string,
  table: MountTable,
): readonly string[] {
  if (step.device) return [];
  const own = ["nosuid", "nodev", ...(step.readOnly ? ["ro"] : [])];
  return [...new Set([...own, ...table.restrictions(source)])];
}

/** In a table a blank separates and a hash comments out; both are written in octal. */
function tableField(text: string): string {
  return text.replace(
    /[\s\\#]/g,
    (character) => `\\${character.charCodeAt(0).toString(8).padStart(3, "0")}`,
  );
}

// A folder made just now whose loopback is down; the kernel's own switch for it needs no further program.
function bringLoopbackUp({ mount, umount }: PlainPrograms): readonly string[] {
  return [
    `if ${mount} -t sysfs sysfs ${OLD_ROOT} 2>/dev/null; then`,
    `  echo 0x9 2>/dev/null > ${OLD_ROOT}/class/net/lo/flags || :`,
    `  ${umount} ${OLD_ROOT}`,
    "fi",
  ];
}

function pathBelow(point: string, source: string): string {
  return source === "/" ? point : point.slice(source.length);
}

function inside(at: string): string {
  return at.slice(1);
}

function isDirectory(source: string): boolean {
  return statOf(source)?.isDirectory() === true;
}

/** A command line has its bound. */
const MAX_WORDS = 256;

function chunks(words: readonly string[]): readonly (readonly string[])[] {
  const found: (readonly string[])[] = [];
  for (let from = 0; from < words.length; from += MAX_WORDS)
    found.push(words.slice(from, from + MAX_WORDS));
  return found;
}
