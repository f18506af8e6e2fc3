export type FileLayer = "global" | "project";

export type FileKind = "config" | "policy";
