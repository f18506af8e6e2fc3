/** Tells what a person has in hidden folders of the workspace, from version control; without a change that is being judged. */
export interface HiddenFolders {
  /**
   * `kept`: a file lies in it that version control tracks. `ignored`: by an ignore file that no call wrote. `unversioned`: there is no
   * version control that could tell. Everything else is `new`, also what cannot be read. Files of `came` are judged just now, and say
   * nothing of what was there.
   */
  standingOf(
    folder: string,
    came?: ReadonlySet<string>,
  ): "kept" | "ignored" | "new" | "unversioned";
  /** A process that runs on may write these at any time: ignore files among them say nothing of what the person ignores. */
  distrust(paths: readonly string[]): void;
}
