/** Files whose content came from elsewhere, as far as that is still known: from outside, or from a file that carries a label. */
import type { LabelSource } from "../result/flow.ts";

export interface BroughtFile extends LabelSource {
  /** A file, or a folder with everything in it. Absolute. */
  readonly path: string;
}

/** Port: answered from the record, also for earlier sessions. */
export interface BroughtFiles {
  /** The labels of what lies at this path; none for what is the workspace's own. */
  labelsOf(path: string): readonly LabelSource[];
  list(): readonly BroughtFile[];
  /** Remembers more of them; settles when that is kept. Does not reject. */
  keep(files: readonly BroughtFile[]): Promise<void>;
}
