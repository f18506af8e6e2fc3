import { toBytePath } from "@toolplane/disk/paths";
import { isWithin, posixPath } from "@toolplane/readings";
import { type OpenView, sideOf, type ViewSide } from "@toolplane/sandbox";
import { showDiff } from "../doors/show-diff.ts";

/** How a path differs from the project, as a unified diff; null for one that lies in no root of the view. */
export async function diffInView(
  { state }: Pick<OpenView, "state">,
  path: string,
): Promise<string | null> {
  const layer = state.roots.find(({ root }) => isWithin(path, root));
  if (layer === undefined) return null;
  const inside = posixPath.below(layer.root, path);
  const sides = {
    before: sideOf(toBytePath(path)),
    after: sideOf(toBytePath(posixPath.join(layer.upper, inside))),
  };
  return showDiff(async (side) => shown(side === null ? null : sides[side as "before" | "after"]), {
    path,
    before: sides.before === null ? null : "before",
    after: isGone(sides.after) ? null : "after",
  });
}

/** A deletion is a device of the kernel's there. */
function isGone(side: ViewSide): boolean {
  return side === null || side.kind === "unknown";
}

function shown(side: ViewSide): Uint8Array | { readonly told: string } | null {
  if (side === null) return null;
  if (side.kind === "file") return side.bytes;
  if (side.kind === "link") return Buffer.from(`link to ${side.target}\n`);
  return { told: side.kind === "directory" ? "a folder" : side.reason };
}
