/** A value that JSON text can say. */
export type JsonValue = null | boolean | number | string | readonly JsonValue[] | JsonObject;

export interface JsonObject {
  readonly [name: string]: JsonValue;
}

/** How large and how deep the arguments of one call may be. */
export interface ArgumentLimits {
  /** Objects and arrays inside one another; the arguments object itself is level 1. */
  readonly maxDepth: number;
  /** UTF-8 bytes of the arguments as JSON text. */
  readonly maxBytes: number;
}

/** The arguments as frozen plain JSON, or a sentence about what the model has to change. */
export type ParsedArguments =
  | { readonly ok: true; readonly value: JsonObject }
  | { readonly ok: false; readonly message: string };

export const defaultArgumentLimits: ArgumentLimits = Object.freeze({
  maxDepth: 64,
  maxBytes: 1024 * 1024,
});
