/** Programs that run shell text: by `-c`, from a script, or from their standard input. */

/** Those whose text we read as bash does. */
export const SHELLS: ReadonlySet<string> = new Set(
  "sh bash dash zsh ksh ksh93 mksh pdksh ash rbash rksh yash posh oksh bash5 bash-static zsh5 sash static-sh git-bash".split(
    " ",
  ),
);

/** Those that are bash itself. */
export const BASHES: ReadonlySet<string> = new Set(
  "bash rbash bash5 bash-static git-bash".split(" "),
);

/** Those that add a language of their own to what all shells share. */
export const PERSONAL_SHELLS: ReadonlySet<string> = new Set(["zsh", "zsh5"]);

/** Those with a language of their own: their text is never understood. */
export const FOREIGN_SHELLS: ReadonlySet<string> = new Set(
  "fish csh tcsh pwsh powershell nu elvish xonsh rc es scsh osh ysh cmd osascript".split(" "),
);

/** Options of shells that take a value, beside `-c`. */
export const SHELL_VALUE_OPTIONS: ReadonlySet<string> = new Set(["-o", "+o", "-O", "+O"]);

/** Options that name a file the shell runs first. */
export const SHELL_FILE_OPTIONS: ReadonlySet<string> = new Set(["--rcfile", "--init-file"]);
