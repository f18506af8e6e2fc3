/** How often each tool was called here; nothing is made where nothing was kept. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { openState } from "../../../state/open-state.ts";

/** Calls by tool. */
export async function readCallCounts(userData: string): Promise<ReadonlyMap<string, number>> {
  if (!existsSync(join(userData, "record.sqlite"))) return new Map();
  const state = await openState(userData);
  try {
    return await state.store.countTools();
  } finally {
    await state.close();
  }
}
