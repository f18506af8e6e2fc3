/** The two sides of a change, by the addresses that the journal has for them: contents of the store, links, and what landings keep. */
import type { Store } from "@toolplane/contract/ports";
import { LINK_ADDRESS } from "@toolplane/disk/files";
import { toBytePath, toText } from "@toolplane/disk/paths";
import { formatBytes } from "@toolplane/readings";
import { createLandedSides, type FileSide, readLandedAddress } from "@toolplane/sandbox";

/** One side, as far as it can be shown. */
export type ReadSide = (address: string | null) => Promise<FileSide | null>;

export interface ChangeSides {
  /** Null: there was no file. What is no longer kept, or too large, is told in words. `inner`: a file below a folder. */
  of(address: string | null, inner?: string): Promise<FileSide | null>;
  /** The mode of a file that a command changed; null for every other address. */
  modeOf(address: string, inner?: string): number | null;
  /** False when what a command left at its path was changed since. True for every other address: it says nothing of the path. */
  isAsLeft(address: string): boolean;
  /** The files below a folder that a command brought or took away; null for anything else. */
  below(address: string | null): readonly string[] | null;
}

export function createChangeSides({
  store,
  userData,
  maxBytes,
}: {
  readonly store: Pick<Store, "payloads">;
  readonly userData: string;
  /** Of a side that is read; of a larger one its size is told. */
  readonly maxBytes: number;
}): ChangeSides {
  const landed = createLandedSides({ userData });
  return {
    async of(address, inner) {
      if (address === null) return null;
      if (address.startsWith(LINK_ADDRESS))
        return Buffer.from(`${address.replace(LINK_ADDRESS, "link to ")}\n`);
      if (readLandedAddress(address) !== null)
        return landed.side(
          { address, inner: inner === undefined ? inner : toBytePath(inner) },
          maxBytes,
        );
      const bytes = await store.payloads.get(address);
      if (bytes === null) return { told: "no longer kept" };
      return bytes.length > maxBytes
        ? { told: `too large to show, ${formatBytes(bytes.length)}` }
        : bytes;
    },
    modeOf: (address, inner) =>
      landed.mode({ address, inner: inner === undefined ? inner : toBytePath(inner) }),
    isAsLeft: landed.isAsLeft,
    below(address) {
      return address === null ? null : (landed.below(address)?.map((name) => toText(name)) ?? null);
    },
  };
}
