/** One writable root of a call, and the call's folders on which its view is made. All paths are absolute, links resolved. */
export interface ViewRoot {
  readonly root: string;
  /** The folder for the files that the command writes. */
  readonly upper: string;
  readonly work: string;
  /** An empty folder on which the view is mounted, where only the command sees it. */
  readonly merged: string;
}
