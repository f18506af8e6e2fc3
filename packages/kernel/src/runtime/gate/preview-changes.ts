/**
 * Shows the changes of a call that nobody is asked about, before they are made: an event, for people. Nothing waits for an answer
 * and nothing is judged by it. What cannot be foreseen is not shown.
 */
import type { ChangeSet, Footprint, Question } from "@toolplane/contract";
import { renderQuestion } from "../../approval/render-question.ts";
import { callStamp } from "../../call/call-stamp.ts";
import type { CallState } from "../../call/call-state.ts";
import { maskedArguments } from "../../call/masked.ts";
import { emit } from "../../session/session-state.ts";
import { foreseenChanges } from "./foreseen-changes.ts";

/** Files of a change set that are looked at: a person reads the first ones, and the result counts all. */
const MOST_LANDING = 5;

/** Undefined where there is nothing to show, or a person was asked about this call and saw it with the question. */
export function previewRun(call: CallState): Promise<void> | undefined {
  const { footprint, answers } = call;
  if (!isDue(call) || answers !== null || footprint === null) return undefined;
  return footprint.resources.some(({ capability }) => capability === "fs.write")
    ? show(call, { kind: "permission", footprint })
    : undefined;
}

/** Shows what a command changed in its view, before it lands. */
export async function previewLanding(call: CallState, changeSet: ChangeSet): Promise<void> {
  if (!isDue(call)) return;
  const files = changeSet.changes.filter(({ type }) => type === "file").slice(0, MOST_LANDING);
  if (files.length === 0) return;
  const resources = files.map(
    ({ path }) =>
      ({ capability: "fs.write", path, real: path, origin: "derived", via: "operand" }) as const,
  );
  await show(call, { kind: "landing", footprint: { resources }, changeSet });
}

function isDue({ session, tool, replay }: CallState): boolean {
  const { preview, foresee, listeners } = session;
  if (preview === null || foresee === null || listeners === null || replay !== null) return false;
  return tool !== null && preview.includes(tool.entry.tool.mode);
}

interface Shown {
  readonly kind: "permission" | "landing";
  readonly footprint: Footprint;
  readonly changeSet?: ChangeSet;
}

/** In the form of a question, because that is what changes are foreseen for; it is put to nobody. */
async function show(call: CallState, about: Shown): Promise<void> {
  const { session, tool } = call;
  if (tool === null) return;
  const question: Question = renderQuestion(
    {
      ...about,
      id: call.id,
      sessionId: session.manifest.sessionId,
      callId: call.id,
      tool: tool.entry.tool.id,
      origin: tool.entry.origin,
      arguments: maskedArguments(call) ?? {},
      reasons: [],
      cover: null,
    },
    { mask: session.redactor.text },
  );
  const changes = await foreseenChanges(call, session.redactor.value(question));
  if (changes.length === 0 || call.stopped !== null) return;
  emit(session, { type: "call-preview", ...callStamp(call), changes });
}
