import type { JsonObject } from "@toolplane/contract";
import { deriveLaterKey } from "./derive-key.ts";

/** A call whose tool may name it in a process of its own. */
export interface LaterKeyedCall {
  readonly tool: {
    readonly entry: { readonly laterKey: ((args: JsonObject) => Promise<string>) | null };
  } | null;
  readonly args: JsonObject | null;
  readonly replay: object | null;
  ownKey: string | null;
}

/**
 * Waits for the tool's own key; null where there is nothing to wait for. Rejects with a ToolError of code `internal`,
 * and then no approval may rest on the key. A call that is walked again from a record does not ask the tool.
 */
export function awaitOwnKey(call: LaterKeyedCall): Promise<void> | null {
  const laterKey = call.tool?.entry.laterKey ?? null;
  if (laterKey === null || call.args === null || call.ownKey !== null || call.replay) return null;
  return deriveLaterKey(laterKey, call.args).then((key) => {
    call.ownKey = key;
  });
}
