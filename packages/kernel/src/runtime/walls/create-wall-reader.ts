/**
 * Tells which walls a process met: what its output complains about, held against what is really closed to it. The rules and the
 * confinement decide and never the disk, so what is said of a path is the same whether anything is there or not. What is
 * not closed by us is left out: a missing file of the project is a missing file.
 */
import type { Confinement, Wall, WallKind, WallReader } from "@toolplane/contract";
import type { Analyzer } from "@toolplane/contract/ports";
import { type Complaint, isBelow, isWithin, readComplaints } from "@toolplane/readings";
import {
  type CompiledConfinement,
  compileConfinement,
} from "../../confinement/compile-confinement.ts";
import { describeRule } from "../../judge/describe-rule.ts";
import { evaluatePolicies, type Policies } from "../../judge/evaluate-policies.ts";

export interface WallView {
  readonly confinement: Confinement;
  readonly policies: Policies;
  readonly analyzer: Pick<Analyzer, "path">;
  readonly cwd: string;
  /** The roots of the workspace. */
  readonly roots: readonly string[];
  /** Files and folders that it is shown beside its reach, read-only. */
  readonly shown: readonly string[];
  /** Why a path cannot be written although no rule closes it, or null. */
  readonly protection: (path: string) => string | null;
  /** Its kind: a command, one that runs on, or a program that was declared. */
  readonly runs: "once" | "on" | "declared";
  /** It works on a copy of the workspace, whose changes land when it has ended. */
  readonly onView: boolean;
  /** Paths that its line names, outside of the workspace, and that it is not shown. */
  readonly unseen: readonly string[];
  /** Files that a search would come upon, and that it is not shown because they ask when they are named. */
  readonly left?: readonly string[];
}

/** Names of one kind of wall; the rest would not be read. */
const MAX_WALLS = 50;

export function createWallReader(view: WallView): WallReader {
  return ({ output, failed, likely, home }) => {
    const said = readComplaints(output, view.cwd);
    const found = new Map<string, Wall>();
    const add = (wall: Wall): void => {
      const key = wall.name ?? wall.kind;
      if (!found.has(key) && found.size < MAX_WALLS) found.set(key, wall);
    };
    for (const name of view.unseen) add({ kind: "outside", name });
    for (const name of view.left ?? []) add({ kind: "asked", name });
    const complaints: readonly Complaint[] = [
      ...likely.filter(isPath).map((path) => ({ path, kind: "refused" }) as const),
      ...said.paths,
    ];
    if (complaints.length > 0) {
      const place = createPlaces(view, home);
      for (const complaint of complaints) {
        const wall = place(complaint);
        if (wall !== null && (failed || isCertain(wall))) add(wall);
      }
    }
    for (const wall of deniedPrograms(view, said.programs)) add(wall);
    if (!failed) return [...found.values()];
    for (const name of likely) if (isPath(name)) add({ kind: "likely", name });
    if (said.network) add({ kind: offline(view) ? "network" : "proxy" });
    if (said.agent) add({ kind: "agent" });
    if (said.daemon) add({ kind: "daemon" });
    if (said.moves && view.onView) add({ kind: "view" });
    const isRefused = [...found.values()].some(({ name }) => name !== undefined);
    if (said.rights && !isRefused) add({ kind: "rights" });
    return [...found.values()];
  };
}

/** In the list of the sandbox the network stands beside paths. */
function isPath(name: string): boolean {
  return name.startsWith("/");
}

function offline({ confinement }: WallView): boolean {
  return confinement.contained || confinement.network.access === "none";
}

/** A rule made it, so it holds whatever became of the command. */
function isCertain({ kind, because }: Wall): boolean {
  return kind === "hidden" || kind === "asked" || (kind === "read-only" && because !== undefined);
}

type Place = (complaint: Complaint) => Wall | null;

function createPlaces(view: WallView, home: string | undefined): Place {
  let compiled: CompiledConfinement | null = null;
  const permits = (capability: "fs.read" | "fs.write", names: Names): boolean => {
    compiled ??= compileConfinement(view.confinement);
    return compiled.permits({ capability, ...names });
  };
  return ({ path, kind }) => {
    if (home !== undefined && isWithin(path, home)) return homeWall(view, path, { kind, home });
    const read = view.analyzer.path(path, "read");
    if (!read.ok) return null;
    const { lexical, real, otherNames } = read.value;
    const isOpen = permits("fs.read", { path: lexical, real });
    // Where a name outside leads is not told either.
    const isKnown = isOpen || view.roots.some((root) => isWithin(lexical, root));
    const names = { path: lexical, real: isKnown ? real : lexical };
    const rule = ruleAbout(view, "fs.read", names, isKnown ? otherNames : []);
    if (rule !== null && (rule.action === "deny" || !isOpen))
      return { kind: rule.action === "deny" ? "hidden" : "asked", name: path, because: rule.text };
    if (kind === "vague") return null;
    if (!isOpen && !isShown(view, names)) return { kind: unseenKind(view, names), name: path };
    if (kind === "missing") return null;
    return permits("fs.write", names)
      ? frozenWall(view, { path, kind })
      : closedWall(view, path, names);
  };
}

interface Names {
  readonly path: string;
  readonly real: string;
}

/** A person's own folder of the same name may be opened to the command; then it is not this one that it missed. */
function homeWall(
  { unseen }: WallView,
  path: string,
  { kind, home }: { readonly kind: Complaint["kind"]; readonly home: string },
): Wall | null {
  const rest = path.slice(home.length);
  if (kind !== "missing" || rest === "" || unseen.some((name) => name.endsWith(rest))) return null;
  return { kind: "home", name: `~${rest}` };
}

function ruleAbout(
  { policies }: WallView,
  capability: "fs.read" | "fs.write",
  names: Names,
  others: readonly string[] = [],
): { readonly action: "deny" | "ask"; readonly text: string } | null {
  const asked = [names, ...others.map((name) => ({ path: name, real: name }))];
  const found = asked.flatMap((one) => {
    const { action, winner } = evaluatePolicies(
      policies,
      { capability, ...one, via: "operand" },
      { id: "" },
    );
    if (action !== "deny" && action !== "ask") return [];
    return [{ action, text: winner ? describeRule(winner.reference) : action }];
  });
  return found.find(({ action }) => action === "deny") ?? found[0] ?? null;
}

/** Processes are told apart by their number, and of another one there is nothing to see anywhere. */
function isShown({ shown }: WallView, { path, real }: Names): boolean {
  return (
    isBelow(path, "/proc") || shown.some((root) => isWithin(path, root) || isWithin(real, root))
  );
}

function unseenKind({ roots, runs }: WallView, { path }: Names): WallKind {
  return runs === "declared" || roots.some((root) => isWithin(path, root))
    ? "undeclared"
    : "outside";
}

/** The system calls it read-only where rules let it be written: it is not one of the outputs of what runs on. */
function frozenWall({ runs }: WallView, { path, kind }: Complaint): Wall | null {
  if (kind !== "read-only") return null;
  return { kind: runs === "on" ? "output" : "read-only", name: path };
}

function closedWall(view: WallView, path: string, names: Names): Wall {
  const because = ruleAbout(view, "fs.write", names)?.text ?? view.protection(names.real);
  return { kind: "read-only", name: path, ...(because === null ? {} : { because }) };
}

function deniedPrograms({ confinement, policies }: WallView, said: readonly string[]): Wall[] {
  const absent = confinement.absentPrograms ?? [];
  return said
    .filter((name) => absent.includes(name))
    .map((name) => {
      const unit = { argv: [name], cwd: null, text: name };
      const program = { capability: "shell.run", unit, via: "unit" } as const;
      const { winner } = evaluatePolicies(policies, program, { id: "" });
      return {
        kind: "program",
        name,
        ...(winner ? { because: describeRule(winner.reference) } : {}),
      };
    });
}
