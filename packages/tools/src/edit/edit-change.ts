/** The request of an edit and its outcome. */

/** One replacement, as a model writes it. */
export interface EditRequest {
  readonly old_string: string;
  readonly new_string: string;
  readonly replace_all?: boolean | undefined;
}

/** How the place was found; everything but `exact` ignored something. */
export type EditRung =
  | "exact"
  | "line endings"
  | "punctuation"
  | "trailing whitespace"
  | "line numbers"
  | "escapes"
  | "indentation";

/** A stretch of a text and what it becomes. */
export interface Replacement {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** The finding of a rung: places, or a place that it must not touch. Null: nothing, the next rung may look. */
export type RungFinding =
  | { readonly kind: "places"; readonly places: readonly Replacement[] }
  | { readonly kind: "refused"; readonly at: number; readonly reason: string }
  | null;

/** The text that a rung looks at: endings are LF in all of them. */
export interface EditSubject {
  readonly text: string;
  readonly old: string;
  readonly next: string;
  readonly path: string;
  /** Replace every place of `old`, not the only one. */
  readonly all: boolean;
}
