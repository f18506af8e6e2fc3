/** Editors whose settings are known. */
export const EDITORS = ["zed", "jetbrains"] as const;
export type EditorName = (typeof EDITORS)[number];
