/** Three texts that differ only where lines could not be merged. */
export interface TextVersions {
  readonly base: string;
  readonly ours: string;
  readonly theirs: string;
}

/** Merges what the lines of a text mean. Null: this is not certain. */
export type MergeStructure = (texts: TextVersions) => Promise<string | null>;
