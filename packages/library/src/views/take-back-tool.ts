/**
 * Tells what a session changed in files, takes it back, and makes it again. No model is told of it: whoever drives a session calls
 * it, where what is required can only be checked after the write.
 */
import { defineTool, type JournalEntry, output, type Tool } from "@toolplane/contract";

export const TAKE_BACK = "take_back";

interface TakeBackArguments {
  readonly action: "list" | "undo" | "redo";
  /** Ids of changes. */
  readonly changes?: readonly string[];
  /** Their files: what a call does not name it may not touch unasked. */
  readonly paths?: readonly string[];
}

/** Of the session, in the order they were made; read by a program, which bounds it. */
export interface TakeBackDetails {
  readonly entries: readonly JournalEntry[];
}

const NAMES = { type: "array", items: { type: "string", minLength: 1 } } as const;
const TIMEOUT_MS = 600_000;

export const takeBackTool: Tool<TakeBackArguments, null> = defineTool({
  id: TAKE_BACK,
  label: "Take changes back",
  description:
    "Takes back what this session changed in files, where a required check does not pass.",
  parameters: {
    type: "object",
    properties: {
      action: { type: "string", enum: ["list", "undo", "redo"] },
      changes: NAMES,
      paths: NAMES,
    },
    required: ["action"],
    additionalProperties: false,
  },
  requires: { capabilities: ["journal"], fs: { read: ["/**"], write: ["/**"] } },
  resources: { paths: ["fs.read", "fs.write"] },
  mode: "safe_write",
  // What the session wrote was allowed to be written; taking it back is what keeps the project whole.
  gated: false,
  limits: { timeoutMs: TIMEOUT_MS },
  execute: async ({ action, changes = [] }, { journal }) => {
    if (action !== "list") await journal[action](changes);
    const entries = action === "list" ? await journal.list() : [];
    return output(null, { details: { entries } satisfies TakeBackDetails });
  },
});
