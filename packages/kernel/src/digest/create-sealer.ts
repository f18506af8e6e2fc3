/**
 * Seals texts with the key of a record, and says by which key a text is sealed. A seal is an HMAC-SHA256. One of a ring has the name of
 * its key in front, under the same seal; one without a name is of a machine that has a single key.
 *
 * A name is made from its key one way, so it tells nothing about it. A seal that names a key is checked with that one alone; one
 * without may be of any key of the ring. The old ones only check.
 */
import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from "node:crypto";
import { ConfigurationError } from "@toolplane/contract";
import type { RecordKey } from "@toolplane/contract/ports";

const NAME = "toolplane key name 1\n";
const NAME_DIGITS = 8;
/** HMAC-SHA256 is as strong as its key up to the size of its output. */
const MIN_KEY_BYTES = 32;

export interface Sealer {
  /** The key that seals. */
  readonly name: string;
  seal(text: string): string;
  /** Never throws. */
  check(text: string, seal: unknown): SealCheck;
}

export type SealCheck =
  | {
      readonly isGenuine: true;
      readonly isOld: boolean;
      readonly keyName: string;
      readonly unknownKey: null;
    }
  /** `unknownKey`: it may be genuine, and names a key that is not here. */
  | { readonly isGenuine: false; readonly unknownKey: string | null };

interface NamedKey {
  readonly name: string;
  readonly key: KeyObject;
}

/** Copies what it needs. `of` says whose key is too short, in the ConfigurationError that it throws then. */
export function createSealer(given: RecordKey, of = "record key"): Sealer {
  const isRing = "current" in given;
  const bytes = isRing ? [given.current, ...given.old] : [given];
  if (bytes.some(({ byteLength }) => !(byteLength >= MIN_KEY_BYTES)))
    throw new ConfigurationError(of, `must have at least ${MIN_KEY_BYTES} bytes`);
  const keys = bytes.map(nameKey);
  const [current] = keys as [NamedKey, ...NamedKey[]];
  const sealWith = ({ name, key }: NamedKey, text: string, isNamed: boolean): string =>
    isNamed ? `${name}.${mac(key, `${name}\n${text}`)}` : mac(key, text);
  return {
    name: current.name,
    seal: (text) => sealWith(current, text, isRing),
    check(text, seal) {
      if (typeof seal !== "string") return FORGED;
      const [, name = null] = NAMED.exec(seal) ?? [];
      const named = name === null ? keys : keys.filter((one) => one.name === name);
      if (named.length === 0) return { isGenuine: false, unknownKey: name };
      const by = named.find((one) => isSame(sealWith(one, text, name !== null), seal));
      if (!by) return FORGED;
      return { isGenuine: true, isOld: by !== current, keyName: by.name, unknownKey: null };
    },
  };
}

const FORGED: SealCheck = { isGenuine: false, unknownKey: null };
const NAMED = /^([0-9a-f]{8})\.[0-9a-f]{64}$/;

function nameKey(bytes: Uint8Array): NamedKey {
  const key = createSecretKey(bytes);
  return { name: mac(key, NAME).slice(0, NAME_DIGITS), key };
}

function mac(key: KeyObject, text: string): string {
  return createHmac("sha256", key).update(text).digest("hex");
}

function isSame(expected: string, given: string): boolean {
  const left = Buffer.from(expected);
  const right = Buffer.from(given);
  return left.length === right.length && timingSafeEqual(left, right);
}
