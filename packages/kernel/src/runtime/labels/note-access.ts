import type { LabelSource } from "@toolplane/contract";
import { UNTRUSTED } from "@toolplane/contract";
import type { Access, BroughtFiles, GateDecision } from "@toolplane/contract/ports";
import { callStamp } from "../../call/call-stamp.ts";
import type { CallState } from "../../call/call-state.ts";
import { emit } from "../../session/session-state.ts";
import type { SessionTool } from "../../session/session-tool.ts";
import { addLabels } from "./add-labels.ts";
import { isObject } from "./is-object.ts";
import { noteWritten } from "./note-written.ts";

/** How many accesses of one call are kept for the record; the rest is counted by the host. */
const MAX_ACCESS_FACTS = 1_000;

interface Asker {
  readonly call: CallState;
  readonly tool: SessionTool;
}

/** One question of a door: what is touched, and how that is said. */
export interface Asked {
  readonly access: Access;
  readonly subject: string;
}

/** Keeps a door's question and its answer for the record, and marks what came in from outside. */
export function noteAccess(asker: Asker, asked: Asked, decision: GateDecision): GateDecision {
  if (decision.allowed) noteLabels(asker, asked.access);
  return keepAccess(asker.call, asked, decision);
}

/** The same of what only a person is shown, so that nothing came in by it. */
export function keepAccess(
  call: CallState,
  { subject }: Pick<Asked, "subject">,
  decision: GateDecision,
): GateDecision {
  call.accesses ??= [];
  if (call.accesses.length < MAX_ACCESS_FACTS) {
    call.accesses.push({
      subject,
      predicted: decision.allowed && decision.predicted,
      ...(decision.allowed ? {} : { refused: decision.reason }),
    });
  }
  if (!call.session.listeners) return decision;
  if (!decision.allowed) {
    emit(call.session, {
      type: "access-refuse",
      ...callStamp(call),
      subject,
      reason: decision.reason,
    });
  } else if (!decision.predicted)
    emit(call.session, { type: "access-surprise", ...callStamp(call), subject });
  return decision;
}

/** Adds the labels of what was let in. Reads of a process do not pass here; see `label-process.ts`. */
export function noteLabels({ call, tool }: Asker, access: Access): void {
  const { session } = call;
  const { flow } = tool.entry.tool;
  if (access.capability === "fs.write") {
    session.shownFiles.forget();
    noteWritten(call, access.real);
  }
  if (access.capability === "net.fetch") addLabels(call, [outsideText(access.host)]);
  else if (
    access.capability !== "fs.read" ||
    (flow?.shows === "names" && tool.entry.postureTrusted)
  )
    return;
  else if (!session.isHeld(access.real)) addLabels(call, [outsideText(access.path)]);
  else addLabels(call, broughtLabels(session.brought, access.real));
  if (session.labeller.isEmpty) return;
  addLabels(call, session.labeller.labelsOf(access, tool.entry.tool));
  if (access.capability === "fs.read" && isObject(access.real))
    addLabels(call, storedLabels(session, access.real));
}

/** One file of those that git keeps content in holds any of its history. */
function storedLabels(
  { analyzer, labeller, shownFiles }: CallState["session"],
  path: string,
): readonly LabelSource[] {
  const { paths, complete } = analyzer.tracked?.(path) ?? { paths: [], complete: true };
  return shownFiles.storedLabels(labeller, { paths, complete });
}

function broughtLabels(brought: BroughtFiles | null, path: string): readonly LabelSource[] {
  const found = brought?.labelsOf(path) ?? [];
  return found.flatMap(({ label, source }) => (label === UNTRUSTED ? [{ label, source }] : []));
}

function outsideText(source: string): LabelSource {
  return { label: UNTRUSTED, source };
}
