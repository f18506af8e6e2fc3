import type { ViewEnd } from "./own-view.ts";

/** The end of a turn in a view of its own: what landed, or why nothing did. */
export interface ViewEvent {
  readonly type: "view-end";
  readonly sessionId: string;
  readonly view: string;
  readonly end: ViewEnd;
  /** The model was told, and goes on. */
  readonly goesOn: boolean;
}
