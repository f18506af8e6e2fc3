/** Programs that tell which files there are, how large, and where they really lie. */
import type { ProgramSpec } from "./program-spec.ts";

export const LISTERS: readonly ProgramSpec[] = [
  {
    names: "ls gls dir vdir exa eza lsd",
    effect: "read",
    operands: { as: "listed", absent: { as: "listed", text: "." } },
    options: {
      "-R --recursive -T --tree": "recursive",
      "-I --ignore --hide -w --width -t --tabsize --block-size --time-style --sort --time --format --quoting-style --indicator-style --color -L --level":
        "attached",
    },
  },
  {
    names: "stat gstat",
    effect: "read",
    operands: { as: "name" },
    options: { "-c --format --printf": "value" },
  },
  {
    names: "tree",
    effect: "read",
    operands: { as: "listed-tree", absent: { as: "listed-tree", text: "." } },
    options: {
      "-L -P -I --charset --filelimit --timefmt --sort -H -T": "value",
      "-o": "write",
      "--fromfile --fromtabfile": "flag",
    },
  },
  {
    names: "du gdu dust ncdu",
    effect: "read",
    operands: { as: "listed-tree", absent: { as: "listed-tree", text: "." } },
    options: {
      "-d --max-depth -B --block-size -t --threshold --time-style --exclude --time": "value",
      "-X --exclude-from": "read",
      "--files0-from": "config",
      "-o": "write",
    },
  },
  {
    names: "df gdf duf",
    effect: "read",
    operands: { as: "name" },
    options: { "-B --block-size -t --type -x --exclude-type --output": "attached" },
  },
  {
    names: "readlink greadlink realpath grealpath",
    effect: "read",
    operands: { as: "name" },
    options: { "--relative-to --relative-base": "value" },
  },
  { names: "test [", effect: "read", operands: { as: "name" } },
  { names: "lsof fuser inotifywait inotifywatch", operands: { as: "name" } },
  {
    names: "cloc tokei scc sloccount",
    effect: "read",
    operands: { as: "read-tree", absent: { as: "read-tree", text: "." } },
    options: {
      "--out --report-file --output -o": "write",
      "--list-file --exclude-list-file": "read",
      "--diff-timeout --exclude-dir --include-lang --exclude-lang -t -e -f --format": "value",
    },
  },
];
