/** Says that a question was answered or withdrawn, by whatever process. A sign to look and nothing more: what counts is in its row. */
export interface Hearing {
  /** Calls back with the id of each such question, and with null when some may have been missed. Returns what ends it. */
  listen(heard: (id: string | null) => void): () => void;
  /** True while signs come: then it is enough to look now and then for what was missed. */
  isSound(): boolean;
  /** Tries it. The reason why no sign comes, for people, or null. Never rejects. */
  fault(): Promise<string | null>;
}
