import { ERROR_CODES, EVENT_MEANINGS, EVENT_TYPES } from "@toolplane/contract";
import type { ReferenceTables } from "./reference-pages.ts";

/** The tables as contract exports them now; `EVENT_TYPES` decides which events exist. */
export function readReferenceTables(): ReferenceTables {
  return {
    errors: ERROR_CODES,
    events: Object.fromEntries(EVENT_TYPES.map((type) => [type, EVENT_MEANINGS[type]])),
  };
}
