/** What the command line ends with. Scripts rely on these, so a number never changes its meaning. */
export const EXIT_CODES = {
  done: 0,
  /** The call, or the check that was asked for, failed. */
  failed: 1,
  /** The command line, an argument or a file of yours cannot be used. Nothing was changed. */
  badInput: 2,
  /** A rule or a person said no. */
  denied: 3,
  /** A person would have to be asked, and nobody is here. */
  needsPerson: 4,
  cancelled: 130,
} as const;

/** One of them. */
export type ExitCode = (typeof EXIT_CODES)[keyof typeof EXIT_CODES];
