/** Images of every file and link of a tree, each asked about once more when it is read. Bounded. */
import { type FsTarget, ToolError } from "@toolplane/contract";
import type { Handle } from "../paths/handles/open-handle.ts";
import { keepImage, readImage } from "./content/take-image.ts";
import { memberTarget } from "./enter-tree.ts";
import type { DoorGate } from "./judged/create-door-gate.ts";
import type { FileMachine } from "./machine/file-machine.ts";
import { walkSpot } from "./spot/walk-spot.ts";

const MAX_IMAGE_BYTES = 256 * 1024 * 1024;

/** One file of a tree and the address of its image. */
export interface TreeImage {
  readonly relative: string;
  readonly address: string;
  readonly mode: number;
}

/** Keeps all images of what lies below a pinned directory; `target` is how the directory itself was asked about. */
export async function treeImages(
  machine: FileMachine,
  gate: DoorGate,
  tree: { readonly handle: Handle; readonly target: FsTarget; readonly text: string },
): Promise<readonly TreeImage[]> {
  const images: TreeImage[] = [];
  let bytes = 0n;
  await walkSpot(machine.open, tree, async ({ relative, kind }, at) => {
    const target = memberTarget(tree.target, relative);
    gate.enter(target);
    if (kind === "directory") return;
    bytes += at.handle.stat.size;
    if (bytes > MAX_IMAGE_BYTES)
      throw new ToolError("too_large", `${tree.text} holds too much to be put back: use a command`);
    const image = await readImage(machine, { ...at, text: target.path, goOn: gate.goOn });
    const mode = Number(at.handle.stat.mode) & 0o777;
    images.push({ relative, address: await keepImage(machine, image), mode });
  });
  return images;
}
