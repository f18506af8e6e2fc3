export type { ChangeGround } from "./change-ground.ts";
export { describeChange } from "./describe-change.ts";
export { type ChangedFile, describeChanges, type ShownBounds } from "./describe-changes.ts";
export { readChanges } from "./read-changes.ts";
export { shownChange } from "./shown-change.ts";
