/** What holds against a deny: the same sentence wherever one is told. */
export const DENY_WORDS =
  "A deny in your own rule file or in a manifest is final; elsewhere a narrower rule wins.";
