export type { SourceOffers } from "./create-source-offers.ts";
