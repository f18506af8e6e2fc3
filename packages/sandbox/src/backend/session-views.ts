/** The views that sessions have of their own, for whoever starts their programs and lands what these change. */

export interface HeldLaunch {
  /** Words before an argv that mount it, in the namespaces of the holder. */
  words(): readonly string[];
  /** Told the root folder as the holder sees it, once it runs. Throws where the view is not there. */
  entered(root: string): void;
}

/** The views of the project that sessions have of their own. */
export interface SessionViews {
  /** The session whose holder starts its commands: its own, or that of the one whose view it works in. */
  ownerOf(sessionId: string): string;
  /** How its holder is started; undefined for a session without one. */
  launch(sessionId: string): HeldLaunch | undefined;
  /** Where a path is reached; itself for a session without one. */
  at(sessionId: string, path: string): string;
  /** A root as landings name it for this session. */
  place(sessionId: string, root: string): string;
}
