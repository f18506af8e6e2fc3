/** The sources that changes of files are shown from, and by which rules and masks a person is shown them. */
import type { Store } from "@toolplane/contract/ports";
import type { ChangeSides } from "@toolplane/host";

export interface ChangeGround {
  readonly store: Pick<Store, "journal">;
  readonly sides: Pick<ChangeSides, "of" | "isAsLeft" | "below">;
  /** Of these paths, those that a rule denies to read: they are named, and their lines are left out. */
  readonly closed: (paths: readonly string[]) => ReadonlySet<string>;
  readonly mask: (text: string) => string;
  readonly nowMs: () => number;
}
