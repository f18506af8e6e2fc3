/** A kind of subagent: its purpose, its instructions, and how much less than its parent it may do. */
import type { Rule } from "@toolplane/contract";

export interface SubagentType {
  readonly name: string;
  /** One line: when to use it. */
  readonly description: string;
  /** The instructions that its model gets first. */
  readonly instructions: string;
  /** Its tools by id; null: those of its parent. */
  readonly tools: readonly string[] | null;
  /** The name of its model; null: its parent's. */
  readonly model: string | null;
  /** Denials of its own, beside its parent's. */
  readonly deny: readonly Rule[];
  /** Where it works. Unless given: in the background in a view of its own if it may write, and else where its parent works. */
  readonly view?: "own" | "project";
  readonly origin: "built-in" | "user" | "project";
  /** Its file; null for one that is built in. */
  readonly place: string | null;
}

/** A file that is none, and why. */
export interface SubagentNote {
  readonly place: string;
  readonly text: string;
}

/** All of them. Nothing in it changes. */
export interface SubagentIndex {
  readonly types: readonly SubagentType[];
  readonly skipped: readonly SubagentNote[];
}
