/** The tree of a memory host past every door: what someone else does to the files, also while a door waits for its gate. */

import { posixPath } from "@toolplane/readings";
import type { ConformanceDisk } from "../../suite/conformance-disk.ts";
import { fileNode, type MemoryDisk } from "./memory-disk.ts";

/** Makes the bypass of one host. Paths may be relative to the workspace; parents are followed through links. */
export function createMemoryBypass(disk: MemoryDisk): ConformanceDisk {
  const { tree, clock } = disk;
  const place = (path: string) =>
    tree.resolve(posixPath.normalize(path, disk.cwd), { last: "keep" });
  const facts = () => ({ mode: 0o755, modifiedMs: clock.wallMs() });
  const file = (path: string) => {
    const { node } = place(path);
    return node?.kind === "file" ? node : null;
  };
  return {
    putFile: (path, data, mode) => tree.attach(place(path).real, fileNode(disk, data, mode)),
    putDirectory: (path) =>
      tree.attach(place(path).real, { kind: "directory", children: new Map(), ...facts() }),
    putLink: (path, target) => tree.attach(place(path).real, { kind: "link", target, ...facts() }),
    putSpecial: (path) => tree.attach(place(path).real, { kind: "special", ...facts() }),
    remove: (path) => tree.detach(place(path).real),
    readFile: (path) => file(path)?.bytes.slice() ?? null,
    modeOf: (path) => file(path)?.mode ?? null,
    below(path) {
      const { real } = place(path);
      return tree
        .walk(real)
        .map((entry) => posixPath.below(real, entry.path) + (isDirectory(entry.node) ? "/" : ""));
    },
  };
}

function isDirectory({ kind }: { readonly kind: string }): boolean {
  return kind === "directory";
}
