/** Exit codes of the command line. Scripts rely on these, so a number never changes its meaning. */
export const EXIT_CODES = {
  done: 0,
  failed: 1,
  badInput: 2,
  denied: 3,
  needsPerson: 4,
  cancelled: 130,
} as const;

export type ExitCode = (typeof EXIT_CODES)[keyof typeof EXIT_CODES];

/** The meaning of each, for people. The reference page is made from this. */
export const EXIT_MEANINGS: Readonly<Record<keyof typeof EXIT_CODES, string>> = {
  done: "Done.",
  failed: "The call, or the check that was asked for, failed.",
  badInput: "The command line, an argument or a file of yours cannot be used. Nothing was changed.",
  denied: "A rule or a person said no.",
  needsPerson: "A person would have to be asked, and nobody is here.",
  cancelled: "Cancelled, by Ctrl-C or a signal. A server that SIGTERM ended cleanly ends with 0.",
};
