/** The input and outcome of fitting a block to its place. */
import type { BlockRung } from "./find-block.ts";

/** The lines to write, or why they cannot be known. */
export type FittedBlock =
  | { readonly ok: true; readonly lines: readonly string[] }
  | { readonly ok: false; readonly reason: string };

/** The input of fitting. */
export interface FitContext {
  readonly rung: BlockRung;
  /** The lines of the whole file. */
  readonly file: readonly string[];
  /** Where the block begins in it. */
  readonly start: number;
  /** The name of the file: how much indentation means depends on the language. */
  readonly path: string;
}
