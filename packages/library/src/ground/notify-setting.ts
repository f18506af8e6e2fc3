/** Calls a person away from the screen: a program, an address, or both. From the person's own configuration only. */
export interface NotifySetting {
  /** A program and its arguments; the sentence is added as its last argument, the facts are its standard input. */
  readonly command?: readonly string[];
  /** An address that the facts are posted to, or the variable that holds it: such addresses are often secrets. */
  readonly webhook?: string | { readonly env: string };
  /** The moments it is called at; both unless given. */
  readonly on?: readonly NotifyMoment[];
  /** True: what was asked goes along, masked and cut. Otherwise only who asks and where. */
  readonly text?: boolean;
}

export type NotifyMoment = "question" | "run-end";

export const NOTIFY_MOMENTS: readonly NotifyMoment[] = ["question", "run-end"];
