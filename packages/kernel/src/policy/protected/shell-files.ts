/** Files that shells and interpreters run when they start or enter a folder. */
import type { ProtectedFile } from "./protected-file.ts";

export const SHELL_FILES: readonly ProtectedFile[] = [
  { pattern: "{.envrc,.envrc.*}", why: "it runs when a shell enters the folder" },
  { pattern: "{.direnvrc,.config/direnv/**}", why: "it runs when a shell enters the folder" },
  { pattern: "{.mise,mise}{,.local,.*}.toml", why: "it runs when a shell enters the folder" },
  { pattern: "mise/**/*.toml", why: "it runs when a shell enters the folder" },
  { pattern: ".tool-versions", why: "it says where a shell takes its programs from" },
  { pattern: ".rvmrc", why: "it runs when a shell enters the folder" },
  { pattern: ".rtx.toml", why: "it runs when a shell enters the folder" },
  {
    pattern: "{.autoenv,.autoenv.zsh,.autoenv_leave.zsh,.env.leave,.env.enter}",
    why: "it runs when a shell enters or leaves the folder",
  },
  {
    pattern: "{.pythonrc,.pythonrc.py,.pythonstartup}",
    why: "an interpreter runs it when it starts",
  },
  {
    pattern: "{.bashrc,.bash_profile,.bash_login,.bash_logout,.profile}",
    why: "a shell runs it when it starts",
  },
  { pattern: "{.zshrc,.zshenv,.zprofile,.zlogin,.zlogout}", why: "a shell runs it when it starts" },
  { pattern: ".config/fish/**", why: "a shell runs it when it starts" },
  {
    pattern: "{.bash_aliases,.kshrc,.mkshrc,.cshrc,.tcshrc,.login,.logout,.xonshrc}",
    why: "a shell runs it when it starts",
  },
  {
    pattern: ".config/{zsh,nushell,elvish,xonsh,powershell}/**",
    why: "a shell runs it when it starts",
  },
  {
    pattern:
      "{.Rprofile,.irbrc,.pryrc,.gdbinit,.lldbinit,.ghci,.iex.exs,.erlang,.psqlrc,.sqliterc}",
    why: "an interpreter runs it when it starts here",
  },
  {
    pattern:
      "{.RData,.Renviron,.pdbrc,.byebugrc,.rdbgrc,.perldb,.gdbearlyinit,.ocamlinit,.octaverc,.psysh.php,.radare2rc}",
    why: "an interpreter runs it when it starts here",
  },
  { pattern: ".ipython/**/*.py", why: "an interpreter runs it when it starts" },
  {
    pattern: "{jupyter_*config,jupyter_config}.{py,json}",
    why: "Jupyter runs it when it starts here",
  },
];
