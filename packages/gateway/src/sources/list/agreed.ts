import type { Definitions } from "./definitions-file.ts";

/** The definitions that a person agreed to, and when: `first` takes what the server has at its first start in this process. */
export interface Agreed {
  readonly definitions: Definitions;
  /** The server's words about itself then. */
  readonly about: string;
  /** Digest of the description that the tools were made from, for a web API. */
  readonly text?: string | null;
  /** The server's offers beside tools, as it said; not known where absent or null. */
  readonly offers?: readonly string[] | null;
  readonly pins: Readonly<Record<string, string>> | "first";
}
