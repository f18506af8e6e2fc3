/** The meaning of a text, or why it has none. The message goes on after the text: `… is not absolute`. */
export type Reading<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly message: string };
