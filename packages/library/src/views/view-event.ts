import type { ViewEnd } from "./own-view.ts";

/** The end of a turn whose changes are held in a view or checked: what landed, or why nothing did. */
export interface ViewEvent {
  readonly type: "view-end";
  readonly sessionId: string;
  /** Null: the run works in the project itself. */
  readonly view: string | null;
  readonly end: ViewEnd;
  /** The model was told, and goes on. */
  readonly goesOn: boolean;
}
