/** The parts that the entries of one registry share. */
import type { Schemas } from "../../schema/create-schemas.ts";

export interface EntryHome {
  readonly schemas: Schemas;
  /** True while there are so many tools that those of servers wait to be found. */
  readonly deferring: () => boolean;
}
