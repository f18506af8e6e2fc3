import type { Answer } from "@toolplane/contract";

/** A client's answer, or that there was none. */
export type ClientAnswer = Answer | { readonly choice: "none"; readonly why: string };
