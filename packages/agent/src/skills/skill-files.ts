/** Access to skills. A package that touches the disk and the network implements it; this one does neither. */
import type { SkillOrigin } from "./skill.ts";

/** The real thing at a path, links followed. */
export interface RealPlace {
  readonly path: string;
  readonly kind: "file" | "folder" | "other";
}

/** Every promise settles: what cannot be reached is null, or a reason. */
export interface SkillFiles {
  /** The names in a folder; null where there is none. */
  list(folder: string): Promise<readonly string[] | null>;
  /** Null where nothing is. */
  real(path: string): Promise<RealPlace | null>;
  /** The bytes of a regular file that is no link, or why not. */
  read(path: string, maxBytes: number): Promise<Uint8Array | { readonly reason: string }>;
  /** The bytes behind an address, or why not. Absent: addresses are not read. */
  fetch?(address: string, maxBytes: number): Promise<Uint8Array | { readonly reason: string }>;
}

/** A folder of skill folders, or the address of one SKILL.md. */
export type SkillSource =
  | {
      readonly origin: Exclude<SkillOrigin, "url">;
      readonly folder: string;
      /** Nothing outside of this folder is read, wherever links lead. */
      readonly within: string;
    }
  | { readonly origin: "url"; readonly address: string };
