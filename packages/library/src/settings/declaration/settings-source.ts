/** The sources of settings. A command hands over its own context: it has all of this. */

/** The world, as far as settings need it. */
export interface SettingsSource {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Folder in which the program was started. */
  readonly directory: string;
  /** The real path of a workspace that need not be there any more, in place of what the arguments say. */
  readonly workspace?: string;
  readonly arguments: {
    text(name: string): string | undefined;
    flag(name: string): boolean;
    list(name: string): readonly string[];
  };
  /**
   * For a server, whose client shows nobody why it did not start: a rule file of the person's own that cannot be read stops nothing,
   * and denies everything until it is mended. Hears its place and what is wrong. Absent: it stops everything.
   */
  readonly onBrokenRules?: (message: string) => void;
  /** Hears, in one line, that a project's configuration does not apply, and what to do. */
  readonly terminal?: {
    note(text?: string): void;
    readonly err: { mark(mark: "ask"): string };
  };
}
