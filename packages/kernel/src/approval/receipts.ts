/**
 * Receipts: a person's answer, authenticated, so that another process or machine can check it without trusting who carried
 * it. The MAC is HMAC-SHA256 over the canonical JSON of everything but itself, with a prefix that keeps it from being
 * mistaken for another use of the same key. A receipt says what was answered; whether the policy still lets the call run is
 * judged again where it is used, and that a *once* was not used before is the store's to know.
 */
import { createHmac, timingSafeEqual } from "node:crypto";
import { type Approval, ConfigurationError, type Receipt } from "@toolplane/contract";
import type { Ids } from "@toolplane/contract/ports";
import { canonicalJson, digestOf } from "../digest/digest-of.ts";

const PURPOSE = "toolplane receipt 1\n";
/** HMAC-SHA256 is as strong as its key up to the size of its output. */
const MIN_KEY_BYTES = 32;

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
  readonly key: Uint8Array;
  readonly ids: Ids;
  readonly wallMs: () => number;
}): Receipts {
  if (options.key.byteLength < MIN_KEY_BYTES) {
    throw new ConfigurationError("receipt key", `must have at least ${MIN_KEY_BYTES} bytes`);
  }
  const key = Uint8Array.from(options.key);
  const issue = (facts: UnsignedFacts): Receipt => {
    const unsigned = { ...facts, id: options.ids.next("rcp"), issuedAtMs: options.wallMs() };
    return Object.freeze({ ...unsigned, mac: macOf(key, unsigned) }) as Receipt;
  };
  const verify = (receipt: Receipt): boolean => isGenuine(key, receipt);
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

function macOf(key: Uint8Array, unsigned: object): string {
  return createHmac("sha256", key).update(PURPOSE).update(canonicalJson(unsigned)).digest("hex");
}

function isGenuine(key: Uint8Array, receipt: unknown): boolean {
  try {
    if (typeof receipt !== "object" || receipt === null) return false;
    const { mac, ...unsigned } = receipt as { readonly mac?: unknown };
    if (typeof mac !== "string") return false;
    const given = Buffer.from(mac);
    const expected = Buffer.from(macOf(key, unsigned));
    return given.length === expected.length && timingSafeEqual(given, expected);
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
