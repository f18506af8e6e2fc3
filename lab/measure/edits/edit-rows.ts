// The rows that the measure reads.
import type { FileTexts } from "./call-tool.ts";

export interface EditRow {
  readonly id: string;
  readonly path: string;
  readonly before: string;
  readonly after: string;
  readonly edits: readonly { readonly old_string: string; readonly new_string: string }[];
  readonly unified_diff: string;
  readonly v4a_patch: string | null;
}

export interface NoisyRow {
  readonly id?: string;
  readonly edit_id: string;
  readonly kind: string;
  readonly expect: "reject" | "after-or-reject";
  readonly old_string: string;
  readonly new_string: string;
}

export interface CommitRow {
  readonly id?: string;
  readonly before: FileTexts;
  readonly after: FileTexts;
  readonly git_diff: string;
}
