/** Whose file it is. */
export type FileLayer = "global" | "project";

/** Which of the two files. */
export type FileKind = "config" | "policy";
