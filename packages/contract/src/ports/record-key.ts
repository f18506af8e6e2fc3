/**
 * The key that seals a record: 32 bytes or more, kept outside every sandbox. A ring also holds keys from before: they verify what
 * they sealed, and seal nothing. What a ring seals says which key it was.
 */
export type RecordKey = Uint8Array | KeyRing;

export interface KeyRing {
  readonly current: Uint8Array;
  readonly old: readonly Uint8Array[];
}
