/** Where the record says what a session's repository is: one slot, under a seal with the team's key. */
import type { Json } from "@toolplane/contract";
import { ToolError } from "@toolplane/contract";
import type { Store, ViewCheck } from "@toolplane/contract/ports";
import type { Seals } from "../../approvals/seals.ts";
import type { NamedCommit } from "./named-commit.ts";

/** The name of the content is called `digest`: so retention leaves it. */
export interface KeptPlace extends NamedCommit {
  readonly folder: string;
  /** Null: nothing was kept yet. */
  readonly content: { readonly digest: string } | null;
  /** What the run changed in a view of its own and has not landed. */
  readonly view?: KeptView | null;
}

export interface KeptView {
  readonly digest: string;
  /** What it has to pass, whichever rules the next worker goes by. */
  readonly required: readonly ViewCheck[];
}

export interface KeptSlot {
  readonly place: KeptPlace;
  /** The driver of the run writes its own here; what another writes under an older one is refused. */
  readonly holder: string;
  readonly seal: string;
}

export interface SlotGround {
  readonly store: Pick<Store, "slots">;
  readonly seals: Seals;
}

const SLOT = "toolplane:workspace";

/** Null: no worker opened it yet. Rejects with `conflict` where it is not what was kept. */
export async function readSlot(
  { store, seals }: SlotGround,
  sessionId: string,
): Promise<KeptSlot | null> {
  const slot = (await store.slots.get(sessionId, SLOT)) as KeptSlot | null;
  if (slot === null) return null;
  const { place, seal } = slot;
  if (!seals.isGenuine("workspace", { sessionId, place }, seal))
    throw slotFault(sessionId, "is not what was kept: its seal is another");
  return slot;
}

/** In place of what was read; rejects with `conflict` where another one wrote there meanwhile. */
export async function replaceSlot(
  { store, seals }: SlotGround,
  {
    sessionId,
    from,
    ...next
  }: {
    readonly sessionId: string;
    readonly from: KeptSlot | null;
    readonly place: KeptPlace;
    readonly holder: string;
  },
): Promise<KeptSlot> {
  const to = { ...next, seal: seals.seal("workspace", { sessionId, place: next.place }) };
  const change = { from: asJson(from), to: asJson(to) };
  if (await store.slots.replace(sessionId, SLOT, change)) return to;
  throw slotFault(sessionId, "was taken by another");
}

export function slotFault(sessionId: string, text: string): ToolError {
  return new ToolError("conflict", `The workspace of session ${sessionId} ${text}.`);
}

function asJson(slot: KeptSlot | null): Json | null {
  return slot as unknown as Json | null;
}
