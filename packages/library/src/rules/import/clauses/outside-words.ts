/** Explains why a rule about a folder elsewhere changes nothing, and what does open it. */
export const OUTSIDE_WORDS =
  'it lies outside the workspace, which no rule opens; add the folder to "reach" in your own configuration, or use --add-dir';
