/** A package registry that a person configured, or the usual one of a manager. */
import type { Manager } from "../locks/locked-file.ts";

export interface Registry {
  readonly manager: Manager | "go.sum";
  /** Its path ends with a slash. Holds no credentials. */
  readonly url: URL;
  /** The credentials of a request there, from the person's own files. */
  readonly authorization?: string;
  /** npm: the scopes that are asked for here and nowhere else. Without them it is for all other names. */
  readonly scopes?: readonly string[];
}

/** The registries of a session, and what tells a command of those that are not the usual ones. */
export interface Registries {
  readonly list: readonly Registry[];
  readonly environment: Readonly<Record<string, string>>;
}
