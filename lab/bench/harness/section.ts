/**
 * A section: rows that each measure one way to do the same work, and lines that compare two rows by one figure. A goal is a ratio
 * to a row of the same run, never an absolute time: times hold on one machine only.
 */

/** The figures of one child, by name. Names carry their unit: `p50Ns`, `heapBytes`. */
export type Figures = Readonly<Record<string, number>>;

/** One pass of a row in a child of its own. */
export interface Pass {
  /** Flags for Node, such as a larger young generation for counting allocations. */
  readonly nodeFlags: readonly string[];
  readonly measure: () => Promise<Figures>;
}

/** One way to do the work. Each pass runs in its own process, so that heaps and compiled code do not mix. */
export interface Row {
  readonly name: string;
  /** The work it leaves out or does beyond the others: unequal work that is not named is a defect. */
  readonly note: string;
  readonly passes: readonly Pass[];
}

/** One comparison of the section. */
export interface Line {
  /** The goal's number and what it is about. */
  readonly line: string;
  readonly row: string;
  readonly floor: string;
  /** The figure that both rows are compared by. */
  readonly figure: string;
  /** Null where there is nothing to reach, as for peers. */
  readonly goal: { readonly atMost: number } | { readonly atLeast: number } | null;
}

/** A section of the bench: `sections/NAME.ts` exports it as `section`. */
export interface Section {
  readonly title: string;
  /** How it was measured, in a few sentences, printed above the table. */
  readonly method: readonly string[];
  readonly rows: readonly Row[];
  readonly lines: readonly Line[];
  /** Figures that the table shows, in order, each with how it is written. */
  readonly columns: readonly {
    readonly figure: string;
    readonly title: string;
    readonly show: (value: number) => string;
  }[];
  /** Packages of lab/bench/package.json that the rows use. */
  readonly peers: readonly string[];
}

/** The exports of sections/NAME.ts. */
export interface SectionModule {
  readonly section: Section;
}
