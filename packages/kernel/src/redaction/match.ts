/** What scans find, and how they are asked. */

export interface Match {
  /** Where it was recognised: `start`, or before it (the header's name before its value). */
  readonly anchor: number;
  readonly start: number;
  readonly end: number;
  /** Stands in the mask. */
  readonly label: string;
  /** Of two matches of the same place the lower one names it: a mask that is there already, a registered value, a look-alike. */
  readonly rank: 0 | 1 | 2;
}

/** What a scan found, and up to where more text could not change it. */
export interface Found {
  readonly matches: readonly Match[];
  readonly settledTo: number;
}

export interface ScanOptions {
  /** True when no more text follows. */
  readonly final: boolean;
  /** What begins before this place was decided earlier. */
  readonly from: number;
}
