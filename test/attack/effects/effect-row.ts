/** One attack on what commands leave behind, as a row of a table. */
import type { JsonObject, Rule, ToolResult } from "@toolplane/contract";
import type { EffectWorld } from "./open-effect-world.ts";

/** The classes of what must hold, as SECURITY.md numbers them. */
type EffectClass = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9;

/** A line of the shell, or a call of a tool by its name. */
export type EffectCall = string | { readonly tool: string; readonly arguments: JsonObject };

interface EffectSeen {
  readonly results: readonly ToolResult[];
  /** Everything that the calls gave back, as one text. */
  readonly text: string;
  /** What became of the change set of each call; null where nothing changed. */
  readonly landed: readonly (string | null)[];
}

export interface EffectRow {
  readonly class: EffectClass;
  readonly name: string;
  readonly rules?: readonly Rule[];
  /** Files of the person, beside those that every world has. */
  readonly files?: Readonly<Record<string, string>>;
  /** What the person did before. */
  readonly prepare?: (world: EffectWorld) => void;
  readonly calls: readonly EffectCall[];
  /** What the person does while the first call runs: it has to call `meanwhile`, a program in its way, which waits for this. */
  readonly meanwhile?: (world: EffectWorld) => void;
  /** What is wrong beside what is wrong in any row; nothing where it holds. */
  readonly faults?: (
    world: EffectWorld,
    seen: EffectSeen,
  ) => readonly string[] | Promise<readonly string[]>;
}
