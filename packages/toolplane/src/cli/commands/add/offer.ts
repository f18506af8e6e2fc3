import type { Definitions } from "../../../sources/list/definitions-file.ts";
import type { Source } from "../../../sources/list/source.ts";
import type { SourceState } from "../../../sources/run/source-state.ts";

/** What was found out about one source. */
export interface Offer {
  readonly source: Source;
  readonly definitions: Definitions;
  /** What its server says of itself. */
  readonly about: string;
  /** What it says that it has beside tools. */
  readonly offers: readonly string[] | null;
  readonly left: readonly { readonly name: string; readonly reason: string }[];
  /** What the description of a web API says. */
  readonly api?: SourceState["api"];
  /** Why it could not be started; null: it runs. */
  readonly failure: readonly string[] | null;
}
