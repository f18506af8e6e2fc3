/** Compares what a person trusted of one kind of content in a project with what lies there now. */
import {
  type ContentTrust,
  readContentTrust,
  removeContentTrust,
  type TrustedContent,
  writeContentTrust,
} from "./content-trust.ts";

export type TrustState = "new" | "changed" | "trusted";

export type TrustAnswer = Pick<ContentTrust, "atMs" | "by">;

export interface OpenContentTrust {
  /** Trust is in a place and its very content: after any change a person looks again. */
  stateOf(place: string, digest: string): TrustState;
  /** Trusts exactly these, by place, and nothing else of this kind; where there are none, nothing is trusted any more. */
  keep(digests: Readonly<Record<string, string>>, answer: TrustAnswer): void;
}

export function openContentTrust(content: TrustedContent): OpenContentTrust {
  const known = readContentTrust(content)?.digests ?? {};
  return {
    stateOf(place, digest) {
      if (!Object.hasOwn(known, place)) return "new";
      return known[place] === digest ? "trusted" : "changed";
    },
    keep(digests, answer) {
      if (Object.keys(digests).length === 0) removeContentTrust(content);
      else writeContentTrust(content, { ...answer, digests });
    },
  };
}
