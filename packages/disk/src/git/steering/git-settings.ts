// data table: settings of git that run programs, and what they are set to instead.
/**
 * A repository's own configuration can name programs that git runs on the quietest command. Settings that have a harmless
 * "off" are always set; the others only where the repository sets them, so that an ordinary repository is left as it is.
 *
 * A value is harmless when git runs nothing with it, or runs a program that does what git would have done by itself. Where
 * no such value exists the setting is made to fail.
 */

/** Set for every command. Environment variables win over any configuration. */
export const GIT_VARIABLES: Readonly<Record<string, string>> = {
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_TERMINAL_PROMPT: "0",
  // Empty is "none", and keeps git from looking at the configured one.
  GIT_ASKPASS: "",
  GIT_PROXY_COMMAND: "",
  GIT_SSH_COMMAND: "ssh",
  GIT_PAGER: "cat",
  // Nobody is there to edit: what is proposed is taken, and an empty message is refused by git itself.
  GIT_EDITOR: "true",
  GIT_SEQUENCE_EDITOR: "true",
};

/** Set for every command, over any file. */
export const GIT_OVERRIDES: readonly (readonly [key: string, value: string])[] = [
  ["core.fsmonitor", "false"],
  ["core.hooksPath", "/dev/null"],
  ["core.pager", "cat"],
  ["credential.helper", ""],
  ["protocol.ext.allow", "never"],
  // A folder of the project that looks like a bare repository is none unless it is named as one.
  ["safe.bareRepository", "explicit"],
];

/** Shows two versions as a plain diff; git passes path, old file, old id, old mode, new file, … */
const PLAIN_DIFF = `sh -c 'diff -u -- "$2" "$5"; true' diff`;
const FAILS = "false";

/** A setting that is replaced where a file sets it. `subsection` says whether there is one. */
export interface ReplacedSetting {
  readonly section: string;
  readonly subsection: "any" | "none" | "either";
  readonly name: RegExp;
  readonly value: string;
  /** Set along with it, in the same subsection. */
  readonly also?: readonly (readonly [name: string, value: string])[];
}

const NOT_REQUIRED = [["required", "false"]] as const;

export const REPLACED_SETTINGS: readonly ReplacedSetting[] = [
  {
    section: "filter",
    subsection: "any",
    name: /^(?:clean|smudge|process)$/,
    value: "",
    also: NOT_REQUIRED,
  },
  { section: "diff", subsection: "any", name: /^textconv$/, value: "cat" },
  { section: "diff", subsection: "any", name: /^command$/, value: PLAIN_DIFF },
  { section: "diff", subsection: "none", name: /^external$/, value: PLAIN_DIFF },
  { section: "interactive", subsection: "none", name: /^difffilter$/, value: "cat" },
  { section: "pager", subsection: "none", name: /./, value: "false" },
  { section: "merge", subsection: "any", name: /^driver$/, value: FAILS },
  { section: "gpg", subsection: "none", name: /^program$/, value: "gpg" },
  { section: "core", subsection: "none", name: /^alternaterefscommand$/, value: "true" },
  { section: "core", subsection: "none", name: /^sshcommand$/, value: "ssh" },
  { section: "core", subsection: "none", name: /^(?:editor|askpass)$/, value: "true" },
  { section: "credential", subsection: "any", name: /^helper$/, value: "" },
  { section: "remote", subsection: "any", name: /^vcs$/, value: "" },
  { section: "submodule", subsection: "any", name: /^update$/, value: "checkout" },
  { section: "trailer", subsection: "any", name: /^(?:command|cmd)$/, value: "true" },
  { section: "tar", subsection: "any", name: /^command$/, value: "cat" },
  { section: "protocol", subsection: "any", name: /^allow$/, value: "user" },
  { section: "init", subsection: "none", name: /^templatedir$/, value: "" },
  {
    section: "sendemail",
    subsection: "either",
    name: /^(?:smtpserver|sendmailcmd)$/,
    value: FAILS,
  },
  { section: "web", subsection: "none", name: /^browser$/, value: FAILS },
  { section: "help", subsection: "none", name: /^browser$/, value: FAILS },
  { section: "lfs", subsection: "any", name: /^(?:path|args|clean|smudge)$/, value: "" },
  {
    section: "mergetool",
    subsection: "any",
    name: /^(?:cmd|path)$/,
    value: FAILS,
  },
  { section: "difftool", subsection: "any", name: /^(?:cmd|path)$/, value: FAILS },
  { section: "browser", subsection: "any", name: /^(?:cmd|path)$/, value: FAILS },
  { section: "man", subsection: "any", name: /^(?:cmd|path)$/, value: FAILS },
];

/**
 * The first value counts for these, so no later one replaces it. The programs run on this machine only for a repository on
 * this machine's own disk: that way to reach one is closed then.
 */
export const LOCAL_PROGRAMS: RegExp = /^remote\..*\.(?:uploadpack|receivepack)$/s;
export const WITHOUT_LOCAL_REMOTES: readonly [key: string, value: string] = [
  "protocol.file.allow",
  "never",
];

/** Any other setting whose name says that it runs something is made to fail. */
export const RUNS_SOMETHING: RegExp =
  /(?:command|cmd|program|helper|hook|driver|textconv|editor|pager|askpass|tunnel|proxy|exec|shell)$/;

/** Names that sound so and run nothing. */
export const RUNS_NOTHING: ReadonlySet<string> = new Set([
  "http.proxy",
  "https.proxy",
  "remote.proxy",
  "core.hookspath",
  "core.pager",
  "core.gitproxy",
]);

/** An alias of plain words is git's own command with options; anything else could run a program. */
export const PLAIN_ALIAS: RegExp = /^[a-z][a-z-]*(?: (?:-{0,2}[A-Za-z0-9][A-Za-z0-9.,=:_/-]*))*$/;
/** Options of such commands that run programs, or set what does. */
export const RUNNING_OPTION: RegExp =
  /(?:^| )(?:-c|-x|-O|--ext-diff|--textconv|--exec|--upload-pack|--receive-pack|--config|foreach|run|ext::)/;
