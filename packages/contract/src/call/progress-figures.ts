/** The progress of a call that can count: `{ progress: 50, total: 100 }`. */
export interface ProgressFigures {
  readonly progress: number;
  readonly total?: number;
}
