/** The sentence that goes with every deny: what can and cannot be done about it. */
export const DENY_WORDS =
  "The narrower rule wins; if two are equal, the stricter. A deny of yours, or in a tool's own file, always holds.";
