/** The sentence that goes with every deny: what can and cannot be done about it. */
export const DENY_WORDS =
  "A deny in your own rule file or in a manifest is final; elsewhere a narrower rule wins.";
