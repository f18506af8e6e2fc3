export type { ChangeGround } from "./change-ground.ts";
export { type ChangedFile, describeChanges, type ShownBounds } from "./describe-changes.ts";
export { readChanges } from "./read-changes.ts";
