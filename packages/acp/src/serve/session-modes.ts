import type { SessionModeState } from "@agentclientprotocol/sdk";
import type { SecurityMode } from "@toolplane/contract";

/** Our security modes as an editor lists them. What a rule denies stays denied in each. */
const MODES: Readonly<
  Record<SecurityMode, { readonly name: string; readonly description: string }>
> = {
  ask: { name: "Ask", description: "Asks about every call that no rule decides." },
  allowlist: {
    name: "Allowlist",
    description: "As Ask, but what is on your allowlist runs unasked.",
  },
  yolo: {
    name: "Yolo",
    description: "Runs what no rule decides. What a rule asks about or denies stays so.",
  },
};

export function modeState(currentModeId: SecurityMode): SessionModeState {
  const availableModes = Object.entries(MODES).map(([id, words]) => ({ id, ...words }));
  return { currentModeId, availableModes };
}

/** Null for a mode that there is not. */
export function readMode(id: string): SecurityMode | null {
  return Object.hasOwn(MODES, id) ? (id as SecurityMode) : null;
}
