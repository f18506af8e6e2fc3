/** The state that is kept between runs, and where it lies. */
import type { RecordKey, Store } from "@toolplane/contract/ports";
import type { RecordPlace } from "../ground/record-place.ts";

/** An open state. The caller closes it after everything that writes to it. */
export interface State {
  readonly store: Store;
  readonly key: RecordKey;
  /** The user-data directory that it belongs to. */
  readonly userData: string;
  readonly kind: "SQLite" | "PostgreSQL";
  close(): Promise<void>;
}

/** The place of a state. */
export interface StatePlace {
  readonly userData: string;
  /** The database of a team's record; null: the file in the user-data directory. */
  readonly recordPlace: RecordPlace | null;
}
