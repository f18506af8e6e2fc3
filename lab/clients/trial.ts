/** A trial of a client, and its outcome. A client that cannot do something by itself is no fault of ours, and no pass. */
export interface Trial {
  readonly name: string;
  readonly end: "passed" | "failed" | "cannot";
  /** The fault, or why it cannot. */
  readonly said: string;
}

/** By what a judge found: null is nothing. */
export function judged(name: string, fault: string | null): Trial {
  return fault === null ? { name, end: "passed", said: "" } : { name, end: "failed", said: fault };
}

export function cannot(name: string, said: string): Trial {
  return { name, end: "cannot", said };
}
