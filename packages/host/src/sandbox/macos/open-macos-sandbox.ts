import { createNoneSandbox } from "../none-sandbox.ts";
import type { Sandbox } from "../sandbox.ts";

/** Placeholder until the adapter is in place. */
export async function openMacosSandbox(_options: unknown): Promise<Sandbox> {
  return createNoneSandbox("the macOS adapter is not there yet");
}
