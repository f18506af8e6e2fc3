import type { Answer } from "@toolplane/contract";

/** What a client says: an answer, or that nobody gave one. */
export type ClientAnswer = Answer | { readonly choice: "none"; readonly why: string };
