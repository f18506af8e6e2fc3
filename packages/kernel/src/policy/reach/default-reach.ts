/**
 * The default reach. Where an author declared what a tool or a process may touch, that is final. Without a declaration
 * everything can be reached, and what lies outside the workspace is asked about, hard: no mode answers it. A person's
 * yes opens exactly what was asked about, for that call; their configuration opens more.
 */
import type { FsTarget, RequirementSet, Target, Variables } from "@toolplane/contract";
import { isWithin } from "@toolplane/readings";
import { compileReach, type Reach } from "./reach.ts";

/** In a tool's requirements: every file; every host, with this machine and private networks. */
const EVERY_PATH = "/**";
const EVERY_HOST = "**";

/** Places that a person or the machine opened beside the workspace. */
export interface OpenedPlaces {
  /** Addresses of this machine or of private networks, as host patterns. */
  readonly hosts: readonly string[];
  /** Roots that every process is shown, read-only; asked for at the first path outside. */
  readonly base: () => readonly string[];
}

export interface DefaultReachInput {
  readonly ceiling: readonly RequirementSet[];
  readonly variables: Variables;
  readonly opened: OpenedPlaces;
}

/** The reach of processes in a session whose author declared no scopes. */
export function defaultProcessReach(input: DefaultReachInput): Reach {
  const { ceiling, variables, opened } = input;
  const near = processScopes(opened);
  return askingOutside({
    near: compileReach([near, ...ceiling], variables),
    wide: compileReach([{ ...near, ...EVERYTHING }, ...ceiling], variables),
    anyHost: compileReach(ceiling, variables),
    base: opened.base,
  });
}

/**
 * The reach of a tool. One that declares everything (the bundled file tools do) has what a manifest declares, or asks about what
 * lies outside the workspace; one that declares less has that and nothing else.
 */
export function toolReach(
  requires: RequirementSet,
  input: DefaultReachInput & {
    readonly ownFolder: string | null;
    /** The scopes of a manifest, where there are any. */
    readonly declared: RequirementSet | null;
  },
): Reach {
  const { ceiling, variables, opened, ownFolder, declared } = input;
  const compile = (set: RequirementSet) => compileReach([set, ...ceiling], variables, ownFolder);
  if (!declaresEverything(requires)) return compile(requires);
  const near = compile(narrowed(requires, declared ?? { net: { hosts: opened.hosts } }));
  if (declared !== null) return near;
  const anyHost = requires.net?.hosts?.includes(EVERY_HOST) === true;
  return askingOutside({
    near,
    wide: compile(requires),
    anyHost: anyHost ? compileReach(ceiling, variables) : null,
    base: opened.base,
  });
}

/** Requirements that a tool has without a question: its own, with what lies around the workspace in place of everything. */
export function unaskedRequires(requires: RequirementSet): RequirementSet {
  return declaresEverything(requires) ? narrowed(requires, {}) : requires;
}

const EVERYTHING: RequirementSet = {
  fs: { read: [EVERY_PATH], write: [EVERY_PATH] },
  net: { hosts: [EVERY_HOST] },
};

/** Files of workspace and scratch, what was opened for reading, any public host, any command. */
export const UNDECLARED: RequirementSet = {
  fs: {
    read: ["{workspace}/**", "{scratch}/**", "{added}/**"],
    write: ["{workspace}/**", "{scratch}/**"],
  },
  net: { hosts: ["*:*"] },
  shell: [{ cmd: "*" }],
};

/** Files that a person opened in their editor are a tool's to look at, and no command's. */
const OF_TOOLS = "{ad-hoc}/**";

function processScopes({ hosts }: OpenedPlaces): RequirementSet {
  return { ...UNDECLARED, net: { hosts: [...(UNDECLARED.net?.hosts ?? []), ...hosts] } };
}

function declaresEverything({ fs, net }: RequirementSet): boolean {
  return (
    [...(fs?.read ?? []), ...(fs?.write ?? [])].includes(EVERY_PATH) ||
    (net?.hosts ?? []).includes(EVERY_HOST)
  );
}

function narrowed(requires: RequirementSet, more: RequirementSet): RequirementSet {
  const { fs, net } = requires;
  const paths = (side: "read" | "write") =>
    fs?.[side]?.flatMap((pattern) =>
      pattern === EVERY_PATH
        ? [...(UNDECLARED.fs?.[side] ?? []), OF_TOOLS, ...(more.fs?.[side] ?? [])]
        : [pattern],
    );
  const hosts = net?.hosts?.flatMap((pattern) =>
    pattern === EVERY_HOST
      ? [...(UNDECLARED.net?.hosts ?? []), ...(more.net?.hosts ?? [])]
      : [pattern],
  );
  const read = paths("read");
  const write = paths("write");
  return {
    ...requires,
    ...(fs ? { fs: { ...(read ? { read } : {}), ...(write ? { write } : {}) } } : {}),
    ...(hosts ? { net: { hosts } } : {}),
  };
}

/** `anyHost` decides hosts where all of them are in `wide`: host patterns mean public ones. */
function askingOutside({
  near,
  wide,
  anyHost,
  base,
}: {
  readonly near: Reach;
  readonly wide: Reach;
  readonly anyHost: Reach | null;
  readonly base: () => readonly string[];
}): Reach {
  let roots: readonly string[] | null = null;
  // A caller that asks whether a target is contained asks next where it is.
  let last: { readonly target: Target; readonly isNear: boolean } | null = null;
  const isNear = (target: Target): boolean => {
    if (last?.target !== target) last = { target, isNear: near.contains(target) };
    return last.isNear;
  };
  const inBase = (target: Target): boolean => {
    if (target.capability !== "fs.read") return false;
    roots ??= base();
    return isShown(roots, target);
  };
  return {
    // A process sees these before a person was asked.
    sets: near.sets,
    closed: near.closed,
    widens: true,
    contains(target) {
      if (isNear(target)) return true;
      const reach = target.capability === "net.fetch" ? (anyHost ?? wide) : wide;
      return reach.contains(target);
    },
    placeOf(target) {
      if (isNear(target)) return "inside";
      return inBase(target) ? "base" : "outside";
    },
  };
}

function isShown(roots: readonly string[], { path, real }: FsTarget): boolean {
  const shown = (name: string) => roots.some((root) => isWithin(name, root));
  return shown(path) && (real === path || shown(real));
}
