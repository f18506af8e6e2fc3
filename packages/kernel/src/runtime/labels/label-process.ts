/**
 * Labels the result of a process with everything that it was shown, because what it reads is not seen. Only for a line
 * of commands that are all known to do nothing but read are the files known: their operands.
 */
import { type Confinement, type FsTarget, UNTRUSTED } from "@toolplane/contract";
import { confinesProcesses } from "@toolplane/contract/ports";
import { isWithin } from "@toolplane/readings";
import type { CallState } from "../../call/call-state.ts";
import type { SessionTool } from "../../session/session-tool.ts";
import { addLabels } from "./add-labels.ts";
import { isObject } from "./is-object.ts";
import { namedLabels } from "./named-labels.ts";
import { noteWritten } from "./note-written.ts";

export async function labelProcess(
  call: CallState,
  tool: SessionTool,
  run: { readonly confinement: Confinement; readonly readsOnly?: boolean },
): Promise<void> {
  const { labeller, shownFiles } = call.session;
  const isShown = shownFiles.finds(run.confinement);
  labelBrought(call, isShown);
  if (labeller.isEmpty) return;
  for (const resource of call.footprint?.resources ?? []) {
    if (resource.capability === "fs.write") noteWritten(call, resource.real);
    if (resource.capability !== "fs.read" || !isShown(resource)) continue;
    addLabels(call, namedLabels(call, tool, resource));
    if (resource.history === true || isObject(resource.real))
      addLabels(call, await shownFiles.history(labeller, resource.path));
    if (run.readsOnly === true && resource.tree === true)
      addLabels(call, await shownFiles.labels(labeller, isShown, resource.path));
  }
  if (run.readsOnly === true) return;
  if (!landsChanges(call.session.host.sandbox))
    call.liveSinceMs ??= call.session.host.clock.wallMs();
  addLabels(call, await shownFiles.labels(labeller, isShown));
  // It may make files that carry a label.
  shownFiles.forget();
}

function landsChanges(sandbox: CallState["session"]["host"]["sandbox"]): boolean {
  return confinesProcesses(sandbox) && sandbox.facts.landsChanges;
}

/**
 * Marks a file that an earlier call fetched as a stranger's, where the command names it. Going by everything that it is
 * shown, as for labels of rules, one file that was ever fetched would mark every command of the workspace.
 */
function labelBrought(call: CallState, isShown: (file: FsTarget) => boolean): void {
  const brought = (call.session.brought?.list() ?? []).filter(({ label }) => label === UNTRUSTED);
  if (brought.length === 0) return;
  const read = (call.footprint?.resources ?? []).flatMap((resource) =>
    resource.capability === "fs.read" ? [resource.real] : [],
  );
  const isRead = (path: string): boolean =>
    read.some((one) => isWithin(one, path) || isWithin(path, one));
  const found = brought.filter(
    ({ path }) => isRead(path) && isShown({ capability: "fs.read", path, real: path }),
  );
  addLabels(
    call,
    found.map(({ source }) => ({ label: UNTRUSTED, source })),
  );
}
