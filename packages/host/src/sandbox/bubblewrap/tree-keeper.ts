/** Which mounts of a command the holder keeps for it, and which it would do well to keep for the next one. */
import { join } from "node:path";
import type { ViewPrograms } from "../../view/mount-script.ts";
import type { KeptTrees, SandboxedCommand } from "../backend/sandbox.ts";
import { isWithin } from "../plan/byte-path.ts";
import type { Mount } from "../plan/mount.ts";
import type { PrivateFiles } from "../reach/private-files.ts";
import {
  type ClosedTree,
  closedTrees,
  mountedTrees,
  treeMounts,
  treesSignature,
} from "./closed-trees.ts";

export interface TreeKeeper {
  fold(mounts: readonly Mount[], command: FoldedCommand): Folded;
}

export interface FoldedCommand {
  readonly installations: readonly string[];
  readonly scratch: string;
  readonly files: PrivateFiles;
  readonly kept: KeptTrees | undefined;
}

export interface Folded extends Pick<SandboxedCommand, "keep" | "usesKept"> {
  /** What is left for the command to mount. */
  readonly mounts: readonly Mount[];
  /** Where installations are mounted already, by their byte path. */
  readonly trees: ReadonlyMap<string, string>;
}

/** Where there are no views, the holder mounts nothing. */
export function createTreeKeeper(options: {
  readonly folder: string;
  readonly views: { readonly programs: ViewPrograms } | null;
}): TreeKeeper {
  const { folder, views } = options;
  let count = 0;
  return {
    fold(mounts, { installations, scratch, files, kept }) {
      const whole: Folded = { mounts, trees: new Map() };
      if (views === null) return whole;
      const trees = closedTrees(mounts, { installations, taken: [scratch, "/tmp", "/var"] });
      const signature = trees.length === 0 ? null : treesSignature(trees, Date.now());
      if (signature === null) return whole;
      if (kept?.signature === signature) {
        const rest = mounts.filter(isOutside(trees));
        return { mounts: rest, trees: mountedTrees(trees, kept.folder), usesKept: true };
      }
      return {
        ...whole,
        keep: () => {
          count += 1;
          const { programs } = views;
          const made = treeMounts(trees, {
            folder: join(folder, `trees-${count}`),
            programs,
            files,
          });
          return made === null ? null : { ...made, signature };
        },
      };
    },
  };
}

function isOutside(trees: readonly ClosedTree[]): (mount: Mount) => boolean {
  return ({ path }) => !trees.some(({ root }) => isWithin(path, root));
}
