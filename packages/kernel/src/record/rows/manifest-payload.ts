import type { SessionManifest } from "@toolplane/contract";
import { canonicalJson } from "../../digest/digest-of.ts";
import { type Payload, payloadOf } from "./payload.ts";

/** The manifest as the rows of a session hold it; null at its end. */
export function manifestPayload(manifest: SessionManifest | null): Payload {
  return payloadOf(canonicalJson({ manifest }));
}
