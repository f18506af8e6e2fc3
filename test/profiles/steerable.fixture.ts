/** The examples of Steerable's document, word for word, and a model that makes its call. */
import type { ScriptedTurn } from "toolplane/agent";

export const CALL = {
  id: "c_42",
  name: "create_event",
  arguments: { title: "Lunch", start: "2026-05-15T12:00:00Z" },
};
export const CREATED = { success: true, message: "Event created.", data: { eventId: "e_777" } };
export const RECOVERABLE = {
  success: false,
  needsFollowup: true,
  error: "Invalid date format",
  message: "Please retry with ISO-8601.",
};
export const TERMINAL = { success: false, terminal: true, error: "Calendar service unavailable" };

/** It makes the call, and speaks where it is asked again. */
export const SCRIPT: readonly ScriptedTurn[] = [
  { calls: [{ name: "create_event", arguments: CALL.arguments }] },
  { text: "I tried." },
];
