/** Puts what a test wrote down into the tree of a memory host. */
import { ConfigurationError } from "@toolplane/contract";
import { posixPath } from "@toolplane/readings";
import { fileNode, type MemoryDisk } from "./memory-disk.ts";

/** The content of the tree at the start. */
export interface TreeContents {
  readonly files?: Readonly<Record<string, string | Uint8Array>>;
  readonly links?: Readonly<Record<string, string>>;
  readonly hardLinks?: Readonly<Record<string, string>>;
  readonly modes?: Readonly<Record<string, number>>;
  readonly specials?: readonly string[];
  readonly directories: readonly string[];
}

/** Fills the tree. Throws a ConfigurationError for a second name, or a mode, of something that is not there. */
export function fillTree(disk: MemoryDisk, contents: TreeContents): void {
  const { tree, cwd, clock } = disk;
  const at = (path: string) => posixPath.normalize(path, cwd);
  const facts = { mode: 0o755, modifiedMs: clock.wallMs() };
  const makeDirectory = (path: string) => {
    if (tree.resolve(path).node === null)
      tree.attach(path, { kind: "directory", children: new Map(), ...facts });
  };
  const existingFile = (path: string) => {
    const { node } = tree.resolve(at(path));
    if (node?.kind !== "file")
      throw new ConfigurationError("memory host", `there is no file ${at(path)}`);
    return node;
  };
  for (const path of contents.directories) makeDirectory(at(path));
  for (const [path, data] of Object.entries(contents.files ?? {})) {
    if (path.endsWith("/")) makeDirectory(at(path));
    else tree.attach(at(path), fileNode(disk, data));
  }
  for (const path of contents.specials ?? []) tree.attach(at(path), { kind: "special", ...facts });
  for (const [path, target] of Object.entries(contents.links ?? {}))
    tree.attach(at(path), { kind: "link", target, ...facts });
  for (const [path, existing] of Object.entries(contents.hardLinks ?? {}))
    tree.attach(at(path), existingFile(existing));
  for (const [path, mode] of Object.entries(contents.modes ?? {})) existingFile(path).mode = mode;
}
