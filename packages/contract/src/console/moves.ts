import type { ShownChanges } from "../call/approval.ts";
import type { JsonObject } from "../schema/json-schema.ts";

export type MoveAction = "undo" | "redo";

/** Why a file is left as it is. */
export type MoveObstacle = "changed since" | "changed between";

/** An effect that undo cannot take back. */
export interface LastingEffect {
  readonly callId: string;
  readonly tool: string;
  readonly arguments: JsonObject | null;
  /** Each a few words that go on after the call's name: `reached example.com:443`. */
  readonly did: readonly string[];
  /** The session of a subagent: its own undo takes back what it changed. */
  readonly childSession?: string;
}

export interface PlannedMove {
  readonly path: string;
  readonly changes: number;
  readonly what: "removed" | "put back" | "changed";
  readonly obstacle: MoveObstacle | null;
}

/** `GET /sessions/{session}/moves`. */
export interface MovePlan {
  readonly action: MoveAction;
  /** The first ones, those with an obstacle before the others. */
  readonly files: readonly PlannedMove[];
  /** Files that can be moved, in all. */
  readonly movable: number;
  /** The lines that would change, file by file; those past the bounds are only named, or counted. */
  readonly shown: ShownChanges;
  readonly scratch: readonly string[];
  readonly lasting: readonly LastingEffect[];
}

/** `POST /sessions/{session}/moves`. */
export interface Moved {
  readonly action: MoveAction;
  readonly files: number;
  readonly changes: number;
  /** Files that were changed since and left as they are. */
  readonly kept: readonly string[];
  readonly failure: { readonly code: string; readonly message: string } | null;
}
