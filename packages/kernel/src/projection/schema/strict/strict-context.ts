/** The context that the steps of a strict projection share; `project` closes the circle between them. */
import type { JsonType } from "../shape/keywords.ts";
import type { ModernDocument } from "../shape/modern-schema.ts";
import type { RestorePlan } from "../shape/restore-arguments.ts";
import type { LostKeyword, Place, SchemaObject } from "../shape/schema-place.ts";

/** A schema in strict spelling and the way back. */
export interface StrictNode {
  readonly schema: SchemaObject;
  readonly plan: RestorePlan | null;
}

export interface StrictContext {
  readonly document: ModernDocument;
  /** Null when the schemas together accept nothing. */
  readonly project: (places: readonly Place[]) => StrictNode | null;
  /** Notes that strict mode cannot express this tool; the first reason is kept. */
  readonly refuse: (reason: string) => void;
  /** Pays for work; when there was too much, the projection is refused. */
  readonly charge: (units: number) => void;
  /** Asks for a definition to be projected too. */
  readonly need: (name: string) => void;
  /** The schema that allows some types; the same object for the same types. */
  readonly typeSchema: (types: ReadonlySet<JsonType>) => SchemaObject;
  readonly lost: LostKeyword[];
}

/** Longer constraints are not described in words. */
const MAX_TOLD = 120;

/** Losses that a model does not need to know: the names are closed anyway. */
const UNTOLD: ReadonlySet<string> = new Set(
  "unevaluatedProperties unevaluatedItems propertyNames additionalProperties prefixItems items".split(
    " ",
  ),
);

/** Notes a lost keyword and, where it helps, puts it into words for the description. */
export function lose(
  context: StrictContext,
  notes: string[],
  { place, keyword }: { readonly place: Place; readonly keyword: string },
): void {
  context.lost.push({ path: place.path, keyword });
  if (UNTOLD.has(keyword)) return;
  const text = JSON.stringify(place.schema[keyword]);
  if (text.length <= MAX_TOLD) notes.push(`${keyword} ${text}`);
}

/** A node in place of one that was refused; the whole projection is dropped. */
export const REFUSED: StrictNode = Object.freeze({ schema: Object.freeze({}), plan: null });
