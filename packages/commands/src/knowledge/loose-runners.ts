/**
 * Programs that run another one somewhere among their words: terminals, recorders, containers of the same machine, watchers. Where it
 * begins only they know, so for what denies it may begin at every word, and a word with blanks may be all of it.
 */
export const LOOSE_RUNNERS: ReadonlySet<string> = new Set(
  [
    "xterm uxterm urxvt rxvt st konsole gnome-terminal xfce4-terminal mate-terminal lxterminal terminator tilix alacritty",
    "kitty foot wezterm ghostty x-terminal-emulator cool-retro-term ttyrec asciinema byobu empty ttyd gotty",
    "concurrently npm-run-all npm-run-all2 run-s run-p onchange chokidar watchman-make wireit per-env cross-env cross-env-shell",
    "rr bpftrace stap multitime annotate-output systemd-cat systemd-nspawn machinectl toolbox distrobox flatpak-spawn flatpak snap",
    "nix guix trickle timelimit envuidgid setuidgid envdir s6-setsid s6-setuidgid s6-envdir s6-softlimit cgexec uclampset capsh",
    "vglrun optirun primusrun gamemoderun mangohud libeatmydata execlineb parallel-moreutils hush qemu-x86_64-static",
    "qemu-aarch64-static qemu-arm-static box86 fex mirrord telepresence tini-static gdbus-run doit entr-watch reflex modd",
    "air watchfiles watchmedo guard fswatch dnx arch i386-exec torify proxychains-ng nsjail minijail0 chronic-run jailkit",
  ]
    .join(" ")
    .split(" "),
);
