import type { SourceOffer } from "@toolplane/library/rooms/product";

/** Facts about one source that a person is asked to agree to. */
export interface Offer extends SourceOffer {
  /** Why it could not be started; null: it runs. */
  readonly failure: readonly string[] | null;
}
