/** The one sentence about which rule wins and what always holds, wherever it is said. */
export const PRECEDENCE_WORDS =
  "The narrower rule wins; if two are equal, the stricter. A deny of yours, or in a tool's own file, always holds.";
