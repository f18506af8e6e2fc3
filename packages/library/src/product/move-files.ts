/** Undo and redo as calls in the session itself, by the person who consented: rules and doors hold, and it is recorded. */
import type { SessionManifest, ToolplaneEvent } from "@toolplane/contract";
import { undoTool } from "@toolplane/tools";
import { type MovedChanges, moveChanges } from "../record/changes/move-changes.ts";
import type { FileMove, MoveAction } from "../record/changes/plan-moves.ts";
import type { Settings } from "../settings/declaration/settings.ts";
import type { State } from "../state/open-state.ts";
import { openProduct } from "./open-product.ts";

export interface MoveFilesOptions {
  /** Of the folder that the session worked in. */
  readonly settings: Settings;
  readonly state: State;
  readonly manifest: SessionManifest;
  readonly action: MoveAction;
  readonly moves: readonly FileMove[];
  readonly signal?: AbortSignal;
  /** Told in words how far it is. */
  readonly onProgress?: (text: string) => void;
}

export async function moveFiles({
  settings,
  state,
  manifest,
  signal,
  onProgress,
  ...plan
}: MoveFilesOptions): Promise<MovedChanges> {
  const onEvent = (event: ToolplaneEvent): void => {
    if (event.type === "call-progress") onProgress?.(event.text);
  };
  const options = { settings, state, tools: [undoTool], onWarning: () => {}, onEvent };
  const product = await openProduct(options);
  try {
    return await moveChanges((broker) => product.resume(manifest.sessionId, { broker }), {
      ...plan,
      journal: await state.store.journal.list(manifest.sessionId),
      ...(signal ? { signal } : {}),
      callId: () => product.host.ids.next("call"),
    });
  } finally {
    await product.close();
  }
}
