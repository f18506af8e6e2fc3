/** The findings of scans, and their options. */

export interface Match {
  /** Where it was recognised: `start`, or before it (the header's name before its value). */
  readonly anchor: number;
  readonly start: number;
  readonly end: number;
  /** Shown in the mask. */
  readonly label: string;
  /** Of two matches of the same place the lower one names it: a mask that is there already, a registered value, a look-alike. */
  readonly rank: 0 | 1 | 2;
}

/** The findings of a scan, and up to where more text could not change them. */
export interface Found {
  readonly matches: readonly Match[];
  readonly settledTo: number;
}

export interface ScanOptions {
  /** True when no more text follows. */
  readonly final: boolean;
  /** Matches that begin before this place were decided earlier. */
  readonly from: number;
}
