/**
 * Receipts: a person's answer, authenticated, so that another process or machine can check it without trusting who carried
 * it. The MAC is HMAC-SHA256 over the canonical JSON of everything but itself, with a prefix that keeps it from being
 * mistaken for another use of the same key. A receipt says what was answered; whether the policy still lets the call run is
 * judged again where it is used, and that a *once* was not used before is the store's to know.
 */
import type { Approval, Receipt } from "@toolplane/contract";
import type { Ids, RecordKey } from "@toolplane/contract/ports";
import { createSealer, type Sealer } from "../digest/create-sealer.ts";
import { canonicalJson, digestOf } from "../digest/digest-of.ts";

const PURPOSE = "toolplane receipt 1\n";

type Facts<K extends Receipt["kind"]> = Omit<
  Extract<Receipt, { readonly kind: K }>,
  "kind" | "id" | "issuedAtMs" | "mac"
>;

/** The one call that a *once* was given for. */
type OnceFacts = Facts<"once">;

/** Makes and checks receipts with one key. */
export interface Receipts {
  once(facts: OnceFacts): Receipt;
  /** For an approval as it will be kept. */
  always(approval: Approval): Receipt;
  /** True when the receipt was made with this key and nothing in it was changed. Never throws. */
  verify(receipt: Receipt): boolean;
  /** True for a genuine *once* that was given for exactly this call. */
  matchesCall(receipt: Receipt, facts: OnceFacts): boolean;
  /** True for a genuine *always*, not expired, that was given for exactly this approval. */
  matchesApproval(receipt: Receipt, approval: Approval): boolean;
}

/** The key is the host's, kept outside every sandbox; it is copied. */
export function createReceipts(options: {
  readonly key: RecordKey;
  readonly ids: Ids;
  readonly wallMs: () => number;
}): Receipts {
  const sealer = createSealer(options.key, "receipt key");
  const issue = (facts: UnsignedFacts): Receipt => {
    const unsigned = { ...facts, id: options.ids.next("rcp"), issuedAtMs: options.wallMs() };
    return Object.freeze({ ...unsigned, mac: sealer.seal(sealedText(unsigned)) }) as Receipt;
  };
  const verify = (receipt: Receipt): boolean => isGenuine(sealer, receipt);
  return {
    once: ({ sessionId, callId, argumentsDigest, footprintDigest }) =>
      issue({ kind: "once", sessionId, callId, argumentsDigest, footprintDigest }),
    always: (approval) =>
      issue({
        kind: "always",
        fingerprint: approval.fingerprint,
        tool: approval.tool,
        origin: approval.origin,
        key: approval.key,
        coverDigest: digestOf(approval.cover),
        ...(approval.by === undefined ? {} : { by: approval.by }),
        scope: approval.scope,
        sessionId: approval.sessionId,
        expiresAtMs: approval.expiresAtMs ?? null,
      }),
    verify,
    matchesCall: (receipt, facts) => verify(receipt) && isForCall(receipt, facts),
    matchesApproval: (receipt, approval) =>
      verify(receipt) && isForApproval(receipt, approval, options.wallMs()),
  };
}

type UnsignedFacts =
  | (OnceFacts & { readonly kind: "once" })
  | (Facts<"always"> & { readonly kind: "always" });

function sealedText(unsigned: object): string {
  return PURPOSE + canonicalJson(unsigned);
}

function isGenuine(sealer: Sealer, receipt: unknown): boolean {
  try {
    if (typeof receipt !== "object" || receipt === null) return false;
    const { mac, ...unsigned } = receipt as { readonly mac?: unknown };
    return sealer.check(sealedText(unsigned), mac).isGenuine;
  } catch {
    // Something that JSON cannot say was never a receipt.
    return false;
  }
}

function isForCall(receipt: Receipt, facts: OnceFacts): boolean {
  return (
    receipt.kind === "once" &&
    receipt.sessionId === facts.sessionId &&
    receipt.callId === facts.callId &&
    receipt.argumentsDigest === facts.argumentsDigest &&
    receipt.footprintDigest === facts.footprintDigest
  );
}

function isForApproval(receipt: Receipt, approval: Approval, nowMs: number): boolean {
  return (
    receipt.kind === "always" &&
    receipt.fingerprint === approval.fingerprint &&
    receipt.tool === approval.tool &&
    receipt.origin === approval.origin &&
    receipt.key === approval.key &&
    receipt.by === approval.by &&
    receipt.scope === approval.scope &&
    receipt.sessionId === approval.sessionId &&
    receipt.expiresAtMs === (approval.expiresAtMs ?? null) &&
    (receipt.expiresAtMs === null || receipt.expiresAtMs > nowMs) &&
    receipt.coverDigest === digestOf(approval.cover)
  );
}
