/** Variables and settings whose value is a command, which a program runs later. */

/** The shell expands these itself, whenever it prints one. */
export const PROMPTS: RegExp = /^(?:PS[0-4]|PROMPT_COMMAND)$/;

/** Compared in upper case. */
export const PROGRAM_VARIABLES: RegExp =
  /^(?:(?:\w+_)?(?:PAGER|EDITOR|ASKPASS)|MANPAGER|VISUAL|FCEDIT|BROWSER|LESSOPEN|LESSCLOSE|GIT_(?:SSH|SSH_COMMAND|EXTERNAL_DIFF|PROXY_COMMAND)|PROMPT_COMMAND|(?:RSYNC|CVS)_RSH|SVN_SSH|FZF_DEFAULT_COMMAND|RUSTC(?:_WORKSPACE)?_WRAPPER|RUSTC|RUSTDOC|CARGO_TARGET_\w+_(?:RUNNER|LINKER)|CARGO_BUILD_RUSTC\w*|CMAKE_\w+_LAUNCHER|NPM_CONFIG_(?:SCRIPT_SHELL|SHELL|GIT|EDITOR|BROWSER|VIEWER))$/;
