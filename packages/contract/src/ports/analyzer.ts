/**
 * Turns the text of arguments into resources: the only source of footprints. Synchronous, because the road awaits nothing
 * it need not. It never judges; matching rules is the kernel's. Text that it cannot understand it calls opaque.
 */

import type { OpaqueTarget, Resource, ShellUnit } from "../policy/footprint.ts";
import type { BoundName } from "../result/flow.ts";
import type { HiddenFolders } from "./hidden-folders.ts";

/** The access that a path is wanted for. */
export type PathIntent = "read" | "write";

/** A path, resolved. `kind` is what `real` is now. */
export interface PathAnalysis {
  readonly lexical: string;
  readonly real: string;
  readonly kind: "file" | "directory" | "link" | "special" | "missing";
  /** Hard links to the file, when more than one. */
  readonly links?: number;
  /** Other names of the same thing inside the workspace: what a rule closes under one is closed under all. */
  readonly otherNames?: readonly string[];
}

/** A URL, parsed the WHATWG way; `host` is IDNA ASCII, lower-case, without a trailing dot. */
export interface UrlAnalysis {
  readonly scheme: string;
  readonly host: string;
  readonly port: number;
  /** A program of the session listens there; see `NetTarget`. */
  readonly served?: true;
}

/** A command line, parsed. `resources` carry the index of their unit; `opaque` holds what was not understood. */
export interface ShellAnalysis {
  readonly units: readonly ShellUnit[];
  /** Redirects (direct), operands and destinations (derived), `cwd` included when it leaves the workspace. */
  readonly resources: readonly Resource[];
  readonly opaque: readonly OpaquePart[];
}

/** A part of a line that was not understood, as the footprint says it. */
export type OpaquePart = Pick<OpaqueTarget, "text" | "reason" | "unreadProgram">;

/** A reading, or why the text cannot be one at all (empty, NUL, too long): an input error. */
export type Analysis<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly message: string };

/** A file that git runs or takes settings from, because its configuration names it. */
export interface SteeringFile {
  readonly path: string;
  /** Everything below it too. */
  readonly tree?: true;
  readonly why: string;
  /** It is only reached by another name too: what would be protected below that name is protected here. */
  readonly as?: string;
}

/** A name under which version control holds content, and the folder of its repository. */
export interface StoredFile {
  readonly path: string;
  readonly root: string;
}

/** A file whose content is private; with `history`, all that version control holds under its name. */
export interface PrivateFile {
  readonly path: string;
  readonly history?: boolean;
}

/** Port: implemented by `host`; a memory version in `testkit` parses nothing. */
export interface Analyzer {
  path(text: string, intent: PathIntent): Analysis<PathAnalysis>;
  url(text: string): Analysis<UrlAnalysis>;
  shell(text: string, cwd: string | undefined): Analysis<ShellAnalysis>;
  /**
   * The files that git's configuration names in the workspace, as it is now; protected like git's own folder. Repositories inside of the
   * workspace count for paths in them, which must be named.
   */
  steering?(near?: readonly string[]): readonly SteeringFile[];
  /** The person's files in hidden folders. Absent: nothing is known of them. */
  readonly hidden?: HiddenFolders;
  /** The remotes of the repository that a directory lies in, each with every address that git would push to, as it is now. */
  remotes?(directory?: string): readonly BoundName[];
  /** Lists what lies below a tree that is about to be written; bounded, and says whether it is complete. */
  below?(
    path: string,
    most?: number,
  ): { readonly paths: readonly string[]; readonly complete: boolean };
  /**
   * Files below a folder whose path may be meant, leaving out folders that hold what everybody can download (dependencies) and git's
   * own; bounded like `below`. What was found may be kept under `mayBeMeant`, whose answers must not change. Absent: no process of
   * this host is shown files.
   */
  named?(
    path: string,
    mayBeMeant: (path: string) => boolean,
  ): Promise<{ readonly paths: readonly string[]; readonly complete: boolean }>;
  /**
   * Further names of a real path in the workspace, through links that lead to it or to a folder above it. `matters` says of a link
   * whether it counts; the same function is asked once for each link.
   */
  linked?(real: string, matters?: (link: string) => boolean): readonly string[];
  /**
   * The names below a path under which version control holds content that a command may read, also of files that are gone; for a path
   * among its own files, of the whole repository. Bounded like `below`.
   */
  tracked?(path: string): { readonly paths: readonly string[]; readonly complete: boolean };
  /** True for a file that git tracks now, by its index; false where that cannot be read. */
  isTracked?(path: string): boolean;
  /** The same of every repository around a folder and below it: those that may be meant, as in `named`, and those that are listed. */
  stored?(
    path: string,
    wanted: {
      readonly mayBeMeant: (path: string) => boolean;
      readonly also: readonly string[];
    },
  ): Promise<{ readonly files: readonly StoredFile[]; readonly complete: boolean }>;
  /**
   * True for a file whose content is open to everybody, whatever its name says: certificates without a private key. With `history`, for
   * all content that version control holds under that name.
   */
  isPublic?(path: string, history?: boolean): boolean;
  /** True for settings that could hold a token and hold none, such as those of npm. */
  holdsNoToken?(path: string): boolean;
  /** Files below a folder that changed since, and objects of its repositories; bounded like `named`. */
  changedSince?(path: string, wallMs: number): Promise<readonly string[]>;
  /** Those of the files that hold a value of private ones, as it is or in a usual encoding, and those that cannot be looked into. */
  traces?(files: readonly string[], privates: readonly PrivateFile[]): Promise<readonly string[]>;
}
