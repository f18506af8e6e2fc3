/**
 * The folders of a root by pinned descriptors. Each is opened inside the pinned one above it and never through a link, so that
 * what is checked and what is changed is the same folder, whatever happens to its name meanwhile.
 */
import { closeSync, openSync, readlinkSync } from "node:fs";
import { ToolError } from "@toolplane/contract";
import { PIN_FLAGS, toFsPath, toText } from "@toolplane/disk/paths";
import { errorCode } from "@toolplane/readings";
import { rootFolder, rootName } from "./placed-root.ts";

export interface Folders {
  /** The path that reaches this name of the root through its pinned folder; the folder must be there. */
  to(at: string): string;
  close(): void;
}

/** Pins the root, a byte path. Throws `conflict` when a folder on the way is gone, or a link. */
export function openFolders(root: string): Folders {
  const opened = new Map<string, number>();
  opened.set("", openFolder(rootFolder(root), root));
  const place = readlinkSync(`/proc/self/fd/${opened.get("")}`, "buffer").toString("latin1");
  if (place !== rootName(root)) {
    closeAll(opened);
    throw new ToolError("conflict", `${toText(rootName(root))} is reached another way than before`);
  }
  function folder(at: string): number {
    const known = opened.get(at);
    if (known !== undefined) return known;
    const slash = at.lastIndexOf("/");
    const parent = folder(slash < 0 ? "" : at.slice(0, slash));
    const fd = openFolder(`/proc/self/fd/${parent}/${at.slice(slash + 1)}`, `${root}/${at}`);
    opened.set(at, fd);
    return fd;
  }
  return {
    to(at) {
      if (at === "") return `/proc/self/fd/${folder("")}/.`;
      const slash = at.lastIndexOf("/");
      return `/proc/self/fd/${folder(slash < 0 ? "" : at.slice(0, slash))}/${at.slice(slash + 1)}`;
    },
    close: () => closeAll(opened),
  };
}

function openFolder(path: string, name: string): number {
  try {
    return openSync(toFsPath(path), PIN_FLAGS.folder);
  } catch (error) {
    if (["ENOENT", "ENOTDIR", "ELOOP"].includes(errorCode(error) ?? ""))
      throw new ToolError("conflict", `${toText(rootName(name))} is no folder any more`, {
        cause: error,
      });
    throw error;
  }
}

function closeAll(opened: Map<string, number>): void {
  for (const fd of opened.values()) closeSync(fd);
  opened.clear();
}
