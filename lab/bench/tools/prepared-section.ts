import type { SectionModule } from "../harness/section.ts";

/**
 * A section whose rows share something that is dear to make, such as a large tree. It is made once before the first round, in
 * the process that runs the rounds, and the children find it by an environment variable.
 */
export interface PreparedSection extends SectionModule {
  /** Makes it, and returns what takes it away. */
  readonly prepare?: () => Promise<() => Promise<void>>;
}
