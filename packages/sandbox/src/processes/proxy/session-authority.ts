/**
 * The authority of one relay: it vouches for the hosts whose TLS ends there. Its key lives in the memory of this process and nowhere
 * else, so what it signed is worth nothing outside the session, and nothing after it.
 */
import type { Certificate } from "pkijs";
import { certificateMaker } from "./certificate-maker.ts";

/** A certificate for one host and its key, in PEM. */
interface Leaf {
  readonly cert: string;
  readonly key: string;
}

export interface SessionAuthority {
  /** In PEM, to be trusted inside the sandbox. */
  readonly certificate: string;
  leafFor(host: string): Promise<Leaf>;
}

const DAY_MS = 86_400_000;
const AUTHORITY_DAYS = 90;
const LEAF_DAYS = 7;
const MAX_LEAVES = 256;

interface KeptLeaf {
  readonly leaf: Promise<Leaf>;
  /** It is made anew before it ends. */
  readonly renewMs: number;
}

export async function createSessionAuthority(): Promise<SessionAuthority> {
  // Only a session that ends TLS pays for loading it.
  const make = await certificateMaker();
  const own = await make.newKeys();
  const certificate: Certificate = await make.authority(own, AUTHORITY_DAYS);
  const issuer = { certificate, keys: own };
  const leaves = new Map<string, KeptLeaf>();

  async function newLeaf(host: string): Promise<Leaf> {
    const keys = await make.newKeys();
    const cert = make.toPem(await make.leaf(keys, { host, issuer, days: LEAF_DAYS }));
    return { cert, key: make.keyPem(keys) };
  }
  return {
    certificate: make.toPem(certificate),
    leafFor(host) {
      const known = leaves.get(host);
      if (known !== undefined && known.renewMs > Date.now()) return known.leaf;
      leaves.delete(host);
      const [oldest] = leaves.keys();
      if (leaves.size >= MAX_LEAVES && oldest !== undefined) leaves.delete(oldest);
      const leaf = newLeaf(host);
      leaves.set(host, { leaf, renewMs: Date.now() + (LEAF_DAYS - 1) * DAY_MS });
      return leaf;
    },
  };
}
