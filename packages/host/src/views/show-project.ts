/** Lets programs write in a view that is mounted, or keeps them from it, and shows it as it is by now. */
import { statSync } from "node:fs";
import { ToolError } from "@toolplane/contract";
import { toFsPath } from "@toolplane/disk/paths";
import {
  type HeldViews,
  type HostProcesses,
  type LandingBounds,
  type OpenView,
  readView,
  type Sandbox,
  type ViewRead,
} from "@toolplane/sandbox";

export interface MountParts {
  readonly held: Pick<HeldViews, "of">;
  readonly processes: Pick<HostProcesses, "beside">;
  readonly sandbox: Pick<Sandbox, "freeze" | "thaw">;
  readonly bounds: LandingBounds;
}

/**
 * Has a mounted view show the project as it is where it changed nothing. A folder that both made is one from then on, and the kernel notes
 * that at its first look, which is now: later it would look like a change that others made under a command.
 */
export async function showProject(view: OpenView, parts: MountParts): Promise<ViewRead["changes"]> {
  await mountView(view, parts, "thaw");
  const { changes } = await readView(view.state, parts.bounds);
  if (parts.held.of(view.state.sessionId)?.state.id !== view.state.id) return changes;
  const joined = new Set<string>();
  for (const { root, over = [] } of changes)
    for (const { at, origin } of over)
      if (origin === null) joined.add(`${view.mount.at(view.state.roots[root]?.root ?? "")}/${at}`);
  for (const path of joined) statSync(toFsPath(path), { throwIfNoEntry: false });
  return changes;
}

/** True where no program of this process has it mounted, too. */
export async function mountView(
  { state }: OpenView,
  { held, processes, sandbox }: MountParts,
  how: "freeze" | "thaw",
): Promise<boolean> {
  if (held.of(state.sessionId)?.state.id !== state.id) return true;
  const argv = sandbox[how]?.(state.roots.map(({ root }) => root));
  if (argv === undefined)
    throw new ToolError("unavailable", "This sandbox cannot hold a view still");
  return processes.beside(state.sessionId, argv);
}
