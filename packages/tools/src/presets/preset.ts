/** A preset: a list of tools under one name. */
import type { Tool } from "@toolplane/contract";

export type PresetName = "everyday" | "locked" | "bundled" | "minimal" | "managers";

export interface Preset {
  readonly name: PresetName;
  readonly tools: readonly Tool[];
  /** Can be called, but a model's list leaves them out. */
  readonly unlisted: readonly Tool[];
  /** Names of the document that nothing here answers to yet. */
  readonly missing: readonly string[];
}

/** Makes a preset that cannot be changed. */
export function freezePreset(preset: Pick<Preset, "name" | "tools"> & Partial<Preset>): Preset {
  const { tools, unlisted = [], missing = [] } = preset;
  return Object.freeze({
    ...preset,
    tools: Object.freeze([...tools]),
    unlisted: Object.freeze([...unlisted]),
    missing: Object.freeze([...missing]),
  });
}
