/**
 * What a process read nobody sees, so its result carries the labels of everything that it was shown. Only of a line whose commands
 * are all known to do nothing but read is it known what they read: their operands.
 */
import type { Confinement, FsTarget } from "@toolplane/contract";
import type { CallState } from "../call/call-state.ts";
import { compileConfinement } from "../confinement/compile-confinement.ts";
import type { SessionTool } from "../session/session-tool.ts";
import { addLabels } from "./add-labels.ts";

export function labelProcess(
  call: CallState,
  tool: SessionTool,
  run: { readonly confinement: Confinement; readonly readsOnly?: boolean },
): void {
  const { labeller, shownFiles } = call.session;
  if (labeller.isEmpty) return;
  const isShown = createIsShown(run.confinement);
  for (const resource of call.footprint?.resources ?? []) {
    if (resource.capability !== "fs.read" || !isShown(resource)) continue;
    addLabels(call, labeller.labelsOf(resource, tool.entry.tool));
    if (run.readsOnly === true && resource.tree === true)
      addLabels(call, shownFiles.labels(labeller, isShown, resource.path));
  }
  if (run.readsOnly === true) return;
  addLabels(call, shownFiles.labels(labeller, isShown));
  // It may make files that carry a label.
  shownFiles.forget();
}

/** Compiled when the first file is asked about: most workspaces hold none. */
function createIsShown(confinement: Confinement): (file: FsTarget) => boolean {
  let compiled: ReturnType<typeof compileConfinement> | null = null;
  return (file) => {
    compiled ??= compileConfinement(confinement);
    return compiled.permits(file);
  };
}
