import { APART_HOME, type SandboxRequest } from "../backend/sandbox.ts";
import { isWithin, toBytePath } from "../plan/byte-path.ts";
import type { Mount } from "../plan/mount.ts";
import { clearWay } from "./clear-way.ts";

/** What a command is shown, as byte paths, and its environment. */
export interface ShownScratch {
  readonly scratch: string;
  readonly mounts: readonly Mount[];
  readonly env: SandboxRequest["env"];
}

/** Of scratch a command sees its own part. Makes the way for what is mounted below `/tmp`. */
export function partOfScratch(
  { scratch: part = {}, env }: Pick<SandboxRequest, "scratch" | "env">,
  shown: { readonly mounts: readonly Mount[]; readonly starts: readonly string[] },
  whole: string,
): ShownScratch {
  const scratch = part.folder === undefined ? whole : toBytePath(part.folder);
  const own = ({ path }: Mount) => !isWithin(path, whole) || isWithin(path, scratch);
  const mounts = shown.mounts.filter(own);
  const starts = shown.starts.filter((start) => !isWithin(start, whole));
  if (part.home === undefined) {
    clearWay(scratch, [...starts, scratch]);
    return { scratch, mounts, env };
  }
  const home = toBytePath(part.home);
  // Where everything is shown there is no room for a folder of our own, and the home is shown in its place.
  const at = mounts.some(({ path }) => path === "/") ? home : APART_HOME;
  clearWay(scratch, [...starts, scratch, at]);
  return {
    scratch,
    mounts: [...mounts, { kind: "write", path: at, source: home }],
    env: { ...env, HOME: at === home ? part.home : APART_HOME },
  };
}
