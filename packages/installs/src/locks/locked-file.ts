/** One package file that a lock file names. */
import type { WantedPackage } from "@toolplane/contract";

export type Manager = WantedPackage["manager"];

export interface LockedFile {
  readonly manager: Manager;
  /** As its registry compares names. */
  readonly name: string;
  readonly version: string;
  /**
   * Sums of the file that is sent, any of which it may have: `sha512:HEX`, `sha256:HEX`, `sha1:HEX`, or `h1:` and `go.mod h1:` of
   * Go. Empty where the lock holds a sum of something else (Yarn 2 and later): then name and version are all that is held.
   */
  readonly sums: readonly string[];
  /** Where the lock says that the file lies. */
  readonly url?: string;
}
