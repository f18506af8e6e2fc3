/** The changes of one call, as every face shows them. */
import type { ShownChanges } from "@toolplane/contract";
import type { ShownBounds } from "../changes/describe-changes.ts";
import { readChanges } from "../changes/read-changes.ts";
import { type ChangeSource, openChangeGround } from "./open-change-ground.ts";

export async function callChanges(
  source: ChangeSource,
  call: { readonly sessionId: string; readonly callId: string },
  bounds?: ShownBounds,
): Promise<ShownChanges> {
  return readChanges(await openChangeGround(source), call, bounds);
}
