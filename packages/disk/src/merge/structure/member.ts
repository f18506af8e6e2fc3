/** A member with the text before it (`lead`), so that it can be written where it stood. */
export interface Member {
  readonly key: string;
  readonly lead: string;
  readonly text: string;
  /** Equal for two members that mean the same. */
  readonly meaning: string;
}

export interface MemberSides<M extends Member> {
  readonly base: readonly M[];
  readonly ours: readonly M[];
  readonly theirs: readonly M[];
}
