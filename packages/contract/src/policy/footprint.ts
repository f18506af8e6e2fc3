/**
 * The footprint: what one call is going to touch, as a list of resources, predicted from its arguments before it runs.
 *
 * A resource is *direct* (an annotated argument, a simple command, a redirect) or *derived* (an operand, a destination);
 * what could not be understood is *opaque*, never guessed. Rules, questions, approval keys, confinement, the schedule and
 * the record are all made from this one value. It is a prediction: doors judge again at the moment of use.
 */

/** The kinds of things behind doors, as rules name them. */
export type Capability = "fs.read" | "fs.write" | "net.fetch" | "shell.run" | "env";

/** One file, directory or tree. `path` is lexical and absolute; `real` has links resolved (nearest existing ancestor for new files). */
export interface FsTarget {
  readonly capability: "fs.read" | "fs.write";
  readonly path: string;
  readonly real: string;
  /** True when everything below `path` is meant (the root of `grep`, the operand of `rm -r`). */
  readonly tree?: boolean;
  /** Read from the objects of a repository, not from the file: what hides the file hides nothing of it. */
  readonly history?: true;
  /** Only that it is there is looked at, and not what it holds. */
  readonly names?: true;
  /** The files below a written tree, listed by the analyzer; absent or incomplete means "could be anything". */
  readonly entries?: { readonly paths: readonly string[]; readonly complete: boolean };
}

/** One host and port. `host` is lower-case IDNA ASCII without a trailing dot. */
export interface NetTarget {
  readonly capability: "net.fetch";
  readonly scheme: string;
  readonly host: string;
  readonly port: number;
  /** Absent where it is not known, as inside a tunnel: then the severest of the rules about methods counts. */
  readonly method?: string;
  /** The path as it is sent, without its query; absent where it is not known. */
  readonly urlPath?: string;
  /**
   * A server of the session's own, in the network that only its processes share: another place than the same port of the machine,
   * and none that leads out.
   */
  readonly served?: true;
  /** The package that is asked for, where a registry's front read it from the path. */
  readonly package?: WantedPackage;
}

/** A package that a lock file does not name, as our own side knows it before anything is looked up. */
export interface WantedPackage {
  readonly manager: "npm" | "pypi" | "cargo" | "go";
  readonly name: string;
  readonly version?: string;
  /** A name that the lock file holds and that is one letter away. */
  readonly near?: string;
}

/** A word of a command after quote removal. Dynamic words hold what the shell would expand: only `*` matches them. */
export type ShellWord = string | { readonly dynamic: string };

/** Why a unit may not run on a wildcard allow: F1 an option that runs a program, F2 a variable that changes what runs, F3 hidden characters. */
export interface ShellFloor {
  readonly floor: "F1" | "F2" | "F3";
  readonly reason: string;
}

/** One simple command of a shell line: what rules about commands are matched against. */
export interface ShellUnit {
  /** Words after quote removal, literal brace expansion, and removal of neutral wrappers; allow rules match this form only. */
  readonly argv: readonly ShellWord[];
  /** Further readings of the same command (global options skipped, wrapper kept): deny and ask rules match any of them. */
  readonly alternates?: readonly (readonly ShellWord[])[];
  /** Effective directory, or null when the line moves to a place that is not known. */
  readonly cwd: string | null;
  /** Listed variables set for this command, part of its approval key. */
  readonly assignments?: readonly { readonly name: string; readonly value: ShellWord }[];
  /** Needs no rule (`true`, `cd` inside the workspace …); deny and ask rules still apply. */
  readonly neutral?: boolean;
  readonly floors?: readonly ShellFloor[];
  /**
   * Runs program text, or a program, that was not read: inline code (`python -c`), a subcommand that is expanded or may be
   * an alias. A command that a rule denies could hide in it.
   */
  readonly unreadProgram?: true;
  /**
   * "read" when the command is known only to read; the schedule shares such units. "fetch" when it brings something from the hosts
   * that it wants and gives nothing of the project away; "install" when what it brings are packages, which run code of their own;
   * "send" when giving away is what it is for, so that a rule about its host
   * alone does not answer it.
   */
  readonly effect?: "read" | "fetch" | "install" | "send" | "unknown";
  /** The unit's own source text, for people. */
  readonly text: string;
}

/** One simple command as a resource. */
export interface ShellTarget {
  readonly capability: "shell.run";
  readonly unit: ShellUnit;
}

/** One environment variable, by name. */
export interface EnvTarget {
  readonly capability: "env";
  readonly name: string;
}

/** A named thing: `tool:<id>` for a call that touches nothing else, `mcp:<server>/<tool>` for a remote one. */
export interface NamedTarget {
  readonly capability: "named";
  readonly name: string;
}

/** Something that could not be understood: unparsable, dynamic, or too large. `of` says what kind it would have been. */
export interface OpaqueTarget {
  readonly capability: "opaque";
  readonly of: Capability | "named";
  readonly text: string;
  readonly reason: string;
  /** It runs something that was not read, in which a denied command could hide. Absent for an unknown file or host. */
  readonly unreadProgram?: true;
}

/** The subject of a rule, a gate or a confinement. */
export type Target = FsTarget | NetTarget | ShellTarget | EnvTarget | NamedTarget | OpaqueTarget;

/** How a target came into a footprint. Rules whose permission is the tool's id bind `argument` and `unit` only. */
export interface Provenance {
  readonly origin: "direct" | "derived";
  readonly via:
    | "argument"
    | "unit"
    | "redirect"
    | "operand"
    | "destination"
    /** A host that the line does not name: the settings of its program do. */
    | "configuration"
    /** A file with keys or passwords, named by a word of a command that a sandbox holds: nobody has written down what its program makes of it. */
    | "word";
  /** The argument it was read from. */
  readonly argument?: string;
  /** Index of the simple command it is or belongs to, among those of the same call. */
  readonly unitIndex?: number;
}

/** One thing that a call is going to touch, and how that is known. */
export type Resource = Target & Provenance;

/** The things that one call is going to touch. Composite tools have no resources: each inner call walks the road itself. */
export interface Footprint {
  readonly resources: readonly Resource[];
}
