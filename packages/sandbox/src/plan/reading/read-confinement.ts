import type { Confinement, FsTarget, NetTarget } from "@toolplane/contract";

/**
 * The kernel's own reading of a confinement, handed in: one matcher decides what rules, doors and sandbox mean by a pattern,
 * so that they cannot drift apart.
 */
export type ReadConfinement = (confinement: Confinement) => {
  permits(access: FsTarget | NetTarget): boolean;
};
