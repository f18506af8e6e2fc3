/** The walls that keep a process from something that it wanted, where they are ours. */

/**
 * hidden: a rule denies reading it. asked: a rule asks about reading it. outside: it lies outside the workspace. undeclared: it is
 * not among what this program is shown. home: it lies in the person's home, and processes have another. read-only: it can be
 * read and not written. output: a process that runs on writes only what was named for it. program: a rule denies the program
 * altogether. likely: the sandbox says that it met this, and nothing more is known. network: there was none. proxy: the network
 * is there through a proxy only. rights: it needs rights that no process is given. agent: it needs the person's SSH agent.
 * daemon: it needs the machine's daemon for containers.
 * view: it renames or links in one step what the view of the workspace only copies.
 */
export type WallKind =
  | "hidden"
  | "asked"
  | "outside"
  | "undeclared"
  | "home"
  | "read-only"
  | "output"
  | "program"
  | "likely"
  | "network"
  | "proxy"
  | "rights"
  | "agent"
  | "daemon"
  | "view";

/** One wall. It says the same whether anything is behind it or not. */
export interface Wall {
  readonly kind: WallKind;
  /** The path or program, where it is about one: as the line or the output names it. */
  readonly name?: string;
  /** The rule or the protection that made it, in words. */
  readonly because?: string;
}

/** The output of a process, and how it went. */
export interface ProcessWords {
  readonly output: string;
  /** It did not report success; true as well while it runs. */
  readonly failed: boolean;
  /** Paths that the sandbox takes for refused. */
  readonly likely: readonly string[];
  /** The home that it was given in place of the person's. */
  readonly home?: string;
}

/** Tells which walls a process met, or was going to meet. Does not throw. */
export type WallReader = (words: ProcessWords) => readonly Wall[];
