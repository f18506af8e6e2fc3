/** The rows of an item as they are written. */
import type { Payload } from "./payload.ts";
import type { RowType } from "./row-type.ts";

export interface EncodedRow {
  readonly type: RowType;
  readonly callId: string | null;
  readonly payloadDigest: string;
}

export interface EncodedItem {
  readonly rows: readonly EncodedRow[];
  readonly payloads: readonly Payload[];
}
