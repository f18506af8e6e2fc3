import type { Definitions } from "./definitions-file.ts";

/** What a person agreed to, and when: `first` takes what the server has at its first start in this process. */
export interface Agreed {
  readonly definitions: Definitions;
  readonly pins: Readonly<Record<string, string>> | "first";
}
