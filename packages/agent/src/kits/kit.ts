/** Kits: workflows over several tools, described to a model step by step. */

/** One step, with the tools that it takes. */
export interface KitStep {
  readonly title: string;
  /** Ids; none where the step only takes thought. */
  readonly tools: readonly string[];
  readonly actions: readonly string[];
  /** When the step is due; null: always. */
  readonly condition: string | null;
  readonly note: string | null;
}

export interface Kit {
  readonly name: string;
  readonly goal: string;
  readonly steps: readonly KitStep[];
}

/** When and how one tool is used. */
export interface ToolSkill {
  readonly tool: string;
  readonly whenToUse: readonly string[];
  readonly whenNotToUse: readonly string[];
  readonly examples: readonly string[];
  readonly tips: readonly string[];
}
