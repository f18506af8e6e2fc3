import type { SourceOffer } from "@toolplane/library/rooms/product";

/** What was found out about one source, for a person. */
export interface Offer extends SourceOffer {
  /** Why it could not be started; null: it runs. */
  readonly failure: readonly string[] | null;
}
