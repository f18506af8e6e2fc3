/** A preset: a list of tools, and the name of the profile under which its document expects them. */
import type { Tool } from "@toolplane/contract";

export type PresetName = "everyday" | "locked" | "bundled" | "minimal" | "managers";

/** One preset. `compat` holds the profile; `toolplane` joins the two. */
export interface Preset {
  readonly name: PresetName;
  /** The document whose defaults go with it. */
  readonly profile: "s0" | "s1" | "s2" | "s4";
  readonly tools: readonly Tool[];
  /** Can be called, but a model's list leaves them out. */
  readonly unlisted: readonly Tool[];
  /** Names of the document that nothing here answers to yet. */
  readonly missing: readonly string[];
}

/** Makes a preset that cannot be changed. */
export function freezePreset(
  preset: Pick<Preset, "name" | "profile" | "tools"> & Partial<Preset>,
): Preset {
  const { tools, unlisted = [], missing = [] } = preset;
  return Object.freeze({
    ...preset,
    tools: Object.freeze([...tools]),
    unlisted: Object.freeze([...unlisted]),
    missing: Object.freeze([...missing]),
  });
}
