/**
 * Brings caches of a check into the view that was checked. The view is frozen meanwhile: what a program of the session writes between the
 * check and the name that is given back would land unchecked.
 */
import type { BroughtCaches } from "@toolplane/contract/ports";
import { type HeldState, type OpenView, readView, signView } from "@toolplane/sandbox";
import { bringPaths } from "./copy-view.ts";
import { type MountParts, mountView } from "./show-project.ts";

export async function bringCaches(
  view: OpenView,
  { from, paths, expected }: Omit<BroughtCaches, "from"> & { readonly from: HeldState },
  parts: MountParts,
): Promise<string | null> {
  const sign = async (): Promise<string> =>
    signView(view.state, (await readView(view.state, parts.bounds)).changes);
  if (!(await mountView(view, parts, "freeze"))) return null;
  try {
    if ((await sign()) !== expected) return null;
    await bringPaths(from, view.state, paths);
    return await sign();
  } finally {
    await mountView(view, parts, "thaw");
  }
}
