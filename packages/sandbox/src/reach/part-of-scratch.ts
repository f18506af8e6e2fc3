/** Shows a command its part of the host's scratch folder, which holds every session's: its own session's, and its own home. */
import { toBytePath } from "@toolplane/disk/paths";
import { isWithin } from "@toolplane/readings";
import { APART_HOME, type SandboxRequest } from "../backend/sandbox.ts";
import { TRUST_PLACE } from "../backend/trust-place.ts";
import type { Mount } from "../plan/mounts/mount.ts";
import { clearWay } from "./clear-way.ts";
import { trustMounts } from "./trust-mounts.ts";

/** The paths that a command is shown, as byte paths, and its environment. */
export interface ShownScratch {
  readonly scratch: string;
  readonly mounts: readonly Mount[];
  readonly env: SandboxRequest["env"];
}

/** The home when the usual place is taken: devices are the command's own, whatever else it sees. */
const HOME_AMONG_DEVICES = "/dev/toolplane-home";
const TRUST_AMONG_DEVICES = "/dev/toolplane-trust";

/** Shows a command its own part of scratch. Makes the way for what is mounted below `/tmp`. */
export function partOfScratch(
  { scratch: part = {}, env }: Pick<SandboxRequest, "scratch" | "env">,
  shown: {
    readonly mounts: readonly Mount[];
    readonly starts: readonly string[];
    /** The copy that it sees as `/etc`. */
    readonly configuration: string;
  },
  whole: string,
): ShownScratch {
  const scratch = part.folder === undefined ? whole : toBytePath(part.folder);
  const mounts = ownMounts(shown.mounts, { whole, scratch });
  const starts = shown.starts.filter((start) => !isWithin(start, whole));
  clearWay(scratch, [...starts, scratch]);
  const isTaken = ({ path }: Mount) =>
    isWithin(APART_HOME, path) || isWithin(path, ROOM_OF_HOME) || path === ROOM_OF_HOME;
  const taken = mounts.some(isTaken);
  const home = taken ? HOME_AMONG_DEVICES : APART_HOME;
  const trust = taken ? TRUST_AMONG_DEVICES : TRUST_PLACE;
  const added: Mount[] = [];
  if (part.trust !== undefined) {
    const { configuration } = shown;
    const stores = { trust: part.trust, mounts, configuration, path: env.PATH ?? "" };
    added.push(
      { kind: "read", path: trust, source: toBytePath(part.trust) },
      ...trustMounts(stores),
    );
  }
  if (part.home !== undefined)
    added.push({ kind: "write", path: home, source: toBytePath(part.home) });
  return {
    scratch,
    mounts: [...mounts, ...added],
    env: { ...withTrustAt(env, trust), ...(part.home === undefined ? {} : { HOME: home }) },
  };
}

/** Variables that name a file of the folder name it where it is. */
function withTrustAt(env: SandboxRequest["env"], place: string): SandboxRequest["env"] {
  if (place === TRUST_PLACE) return env;
  const moved = ([name, value]: [string, string]) =>
    [
      name,
      isWithin(value, TRUST_PLACE) ? `${place}${value.slice(TRUST_PLACE.length)}` : value,
    ] as const;
  return Object.fromEntries(Object.entries(env).map(moved));
}

const ROOM_OF_HOME = APART_HOME.slice(0, APART_HOME.lastIndexOf("/"));

/** Mounts without what lies beside its own folder. Where something around the whole is shown, an empty folder takes its place. */
function ownMounts(
  mounts: readonly Mount[],
  { whole, scratch }: { readonly whole: string; readonly scratch: string },
): readonly Mount[] {
  if (scratch === whole) return mounts;
  const own = mounts.filter(({ path }) => !isWithin(path, whole) || isWithin(path, scratch));
  if (!own.some(({ path }) => isWithin(whole, path))) return own;
  const inside = own.filter(({ path }) => isWithin(path, scratch));
  const itself: readonly Mount[] = inside.some(({ path }) => path === scratch)
    ? []
    : [{ kind: "write", path: scratch }];
  return [
    ...own.filter((mount) => !inside.includes(mount)),
    { kind: "sparse", path: whole },
    ...itself,
    ...inside,
  ];
}
