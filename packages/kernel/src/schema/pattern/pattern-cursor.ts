/** The state of translating a pattern. */
export interface Cursor {
  readonly source: string;
  at: number;
  usesProperty: boolean;
}

export interface Refusal {
  readonly patternRefusal: string;
}

/** Ends the translation; caught in translatePattern. The text continues "the pattern …". */
export function refusePattern(message: string): never {
  const refusal: Refusal = { patternRefusal: message };
  throw refusal;
}

export function isRefusal(error: unknown): error is Refusal {
  return typeof error === "object" && error !== null && "patternRefusal" in error;
}
