/** Of a person's home, where that is the workspace. */
import type { ProtectedFile } from "./protected-file.ts";

export const HOME_FILES: readonly ProtectedFile[] = [
  { pattern: ".config/{autostart,systemd,environment.d}/**", why: "it runs when a person logs in" },
  {
    pattern: "{.xprofile,.xinitrc,.xsession,.xsessionrc,.pam_environment}",
    why: "it runs when a person logs in",
  },
  {
    pattern: ".config/{sway,i3,hypr,bspwm,awesome,openbox,qtile,plasma-workspace}/**",
    why: "it runs when a person logs in",
  },
  { pattern: "Library/LaunchAgents/**", why: "it runs when a person logs in" },
  { pattern: ".config/starship.toml", why: "a shell runs the commands that it names" },
  {
    pattern: ".local/{bin,share/applications,share/systemd}/**",
    why: "programs are started from it by their names",
  },
  {
    pattern: "{.tmux.conf,.screenrc,.inputrc,.lessfilter,.wezterm.lua}",
    why: "terminals run what it names",
  },
  {
    pattern: ".config/{tmux,kitty,wezterm,alacritty,ghostty,zellij}/**",
    why: "terminals run what it names",
  },
  { pattern: "{.emacs,.emacs.el,.gvimrc}", why: "an editor runs it when it starts" },
  {
    pattern: ".config/{nvim,vim,emacs,doom,helix,kak,micro,zed}/**",
    why: "an editor runs it when it starts",
  },
  {
    pattern: ".config/{Code,VSCodium,Cursor}/User/**",
    why: "editor tasks and settings run programs",
  },
  {
    pattern: ".vscode-server/data/Machine/settings.json",
    why: "editor tasks and settings run programs",
  },
  { pattern: "{.forward,.procmailrc,.mailfilter}", why: "it runs when mail arrives" },
  {
    pattern: "{.xbindkeysrc,.sxhkdrc,.skhdrc,.yabairc,.lesskey,.mailcap}",
    why: "it names programs that keys, windows and files start",
  },
  {
    pattern: ".config/{sxhkd,niri,river}/**",
    why: "it names programs that keys and windows start",
  },
  {
    pattern: "{.sbclrc,.clisprc,.clisprc.lisp,.eclrc,.guile,.mongoshrc.js,.mongorc.js}",
    why: "an interpreter runs it when it starts",
  },
  { pattern: ".julia/config/startup.jl", why: "an interpreter runs it when it starts" },
  { pattern: ".spacemacs", why: "an editor runs it when it starts" },
  { pattern: ".config/gh/config.yml", why: "it names programs that gh runs" },
  { pattern: ".kube/config", why: "it names programs that kubectl runs" },
  { pattern: ".aws/config", why: "it names programs that the AWS tools run" },
  { pattern: ".docker/{config.json,cli-plugins/**}", why: "it names programs that docker runs" },
  { pattern: ".gnupg/*.conf", why: "it names programs that gpg runs" },
];
