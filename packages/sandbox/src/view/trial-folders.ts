/** The folders and the script of a trial: the acts of commands in a view, once, with names that no project uses. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { toBytePath } from "@toolplane/disk/paths";
import type { ViewMount } from "./launch-in-views.ts";
import { openMaskLayer } from "./mask-layer.ts";
import type { ViewRoot } from "./view-root.ts";

const NAME = ".toolplane-trial";

/** Reads past a mask, changes, renames, deletes, and puts a new folder in the place of an old one. */
export const TRIAL_SCRIPT: string = [
  "set -e",
  `test ! -e ${NAME}-hidden`,
  `echo more >> ${NAME}-file`,
  `mv ${NAME}-file ${NAME}-moved`,
  `rm -r ${NAME}-folder`,
  `mkdir ${NAME}-folder`,
  `test -z "$(ls -A ${NAME}-folder)"`,
  `echo new > ${NAME}-folder/new`,
].join("\n");

/** Makes them in a folder of ours. */
export function makeTrialFolders(options: {
  readonly folder: string;
  readonly root: string;
  readonly whiteout: (fresh: boolean) => string;
}): { readonly view: ViewRoot; readonly mount: ViewMount } {
  const { folder, root } = options;
  const at = (name: string) => join(folder, name);
  for (const name of ["upper", "work", "merged", "mask", "lower"]) mkdirSync(at(name));
  mkdirSync(join(at("lower"), `${NAME}-folder`));
  writeFileSync(join(at("lower"), `${NAME}-folder`, "old"), "");
  for (const name of ["file", "hidden"]) writeFileSync(join(at("lower"), `${NAME}-${name}`), "");
  const lower = toBytePath(at("lower"));
  const mask = openMaskLayer({
    folder: toBytePath(at("mask")),
    root: lower,
    whiteout: options.whiteout,
  });
  mask.update(new Set([`${lower}/${NAME}-hidden`]));
  const [upper, work, merged] = ["upper", "work", "merged"].map(at) as [string, string, string];
  return {
    view: { root, upper, work, merged },
    mount: {
      lower: [mask.folder, lower, toBytePath(root)],
      writes: { upper: toBytePath(upper), work: toBytePath(work) },
      merged: toBytePath(merged),
    },
  };
}
