/** Outlines a file: its functions, classes and types, each with its line and how deep it lies. */
export interface OutlineSymbol {
  readonly line: number;
  readonly depth: number;
  readonly kind: string;
  readonly name: string;
}

/** A worker's input, and its answer: one list for each file, null for one that could not be read. */
export interface OutlineInput {
  readonly files: readonly { readonly grammar: string; readonly text: string }[];
  readonly maxSymbols: number;
}

export type Outlines = readonly (readonly OutlineSymbol[] | null)[];
