export interface Finding {
  readonly name: string;
  /** `decide`: a person has to; `off`: not there and not needed. */
  readonly state: "fine" | "decide" | "off" | "broken";
  readonly text: string;
  readonly lines?: readonly string[];
  readonly next?: string;
}

/** A check never throws: what it cannot find out is a finding too. */
export type Check = (signal: AbortSignal) => Promise<Finding>;
