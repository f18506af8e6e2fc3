import type { LabelSource } from "@toolplane/contract";
import { UNTRUSTED } from "@toolplane/contract";
import type { Access, GateDecision } from "@toolplane/contract/ports";
import { callStamp } from "../../call/call-stamp.ts";
import type { CallState } from "../../call/call-state.ts";
import { emit } from "../../session/session-state.ts";
import type { SessionTool } from "../../session/session-tool.ts";
import { addLabels } from "./add-labels.ts";

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
  const { call } = asker;
  const { access, subject } = asked;
  if (decision.allowed) noteLabels(asker, access);
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
function noteLabels({ call, tool }: Asker, access: Access): void {
  const { session } = call;
  const { flow } = tool.entry.tool;
  if (access.capability === "fs.write") session.shownFiles.forget();
  if (access.capability === "net.fetch") addLabels(call, [outsideText(access.host)]);
  else if (
    access.capability !== "fs.read" ||
    (flow?.shows === "names" && tool.entry.postureTrusted)
  )
    return;
  else if (!session.isHeld(access.real)) addLabels(call, [outsideText(access.path)]);
  else addLabels(call, broughtLabels(session.brought?.sourceOf(access.real)));
  if (!session.labeller.isEmpty)
    addLabels(call, session.labeller.labelsOf(access, tool.entry.tool));
}

function broughtLabels(source: string | null | undefined): readonly LabelSource[] {
  return source ? [outsideText(source)] : [];
}

function outsideText(source: string): LabelSource {
  return { label: UNTRUSTED, source };
}
