import type { Figures, Row } from "./section.ts";

export type Measure = () => Promise<Figures>;

/** A row of one pass for each measure, every pass in a process of its own. */
export function row(name: string, note: string, ...measures: readonly Measure[]): Row {
  return { name, note, passes: measures.map((measure) => ({ nodeFlags: [], measure })) };
}

/** The same where a measure collects garbage itself, to see what is kept. */
export function heapRow(name: string, note: string, ...measures: readonly Measure[]): Row {
  const nodeFlags = ["--expose-gc"];
  return { name, note, passes: measures.map((measure) => ({ nodeFlags, measure })) };
}
