/**
 * Short names for the layers of views. The kernel reads `:` `,` and `\\` in the names of layers as signs, and some versions of
 * `mount` take short values only. So a layer is named by a link in a folder of ours, and what follows it is plain. Links are made
 * once: the folders of every call lie below the same one.
 */
import { mkdirSync, symlinkSync } from "node:fs";
import { toFsPath } from "@toolplane/disk/paths";

export interface LayerLinks {
  /** The folder in which the names hold, and the name of a byte path there. */
  open(): { readonly folder: string; readonly nameOf: (path: string) => string };
}

/** Links in one folder; past it another one is begun. */
const MAX_LINKS = 256;
/** Bounds on the names that may follow a link: how many, and how long together. */
const MAX_NAMES = 3;
const MAX_CHARS = 100;
const PLAIN = /^[A-Za-z0-9_][A-Za-z0-9_.-]*$/;

/** Makes folders of this name, with a number behind it. */
export function createLayerLinks(
  folder: string,
  { maxLinks = MAX_LINKS }: { readonly maxLinks?: number } = {},
): LayerLinks {
  const links = new Map<string, string>();
  let folders = 0;
  return {
    open() {
      if (folders === 0 || links.size >= maxLinks) {
        folders += 1;
        links.clear();
        mkdirSync(`${folder}-${folders}`, { mode: 0o700 });
      }
      const used = `${folder}-${folders}`;
      return {
        folder: used,
        nameOf: (path) => {
          const { above, names } = split(path);
          const link = links.get(above) ?? `l${links.size}`;
          if (!links.has(above)) symlinkSync(toFsPath(above), `${used}/${link}`);
          links.set(above, link);
          return [link, ...names].join("/");
        },
      };
    },
  };
}

/** A path as what is linked, and the plain names that follow. */
function split(path: string): { readonly above: string; readonly names: readonly string[] } {
  let above = path;
  const names: string[] = [];
  for (let chars = 0; names.length < MAX_NAMES; ) {
    const slash = above.lastIndexOf("/");
    const name = above.slice(slash + 1);
    chars += name.length;
    if (slash <= 0 || chars > MAX_CHARS || !PLAIN.test(name)) break;
    names.unshift(name);
    above = above.slice(0, slash);
  }
  return { above, names };
}
