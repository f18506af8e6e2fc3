/** Builtins that a reader must know: some change what later words mean. */
import { branch, NEWLINE, nested, sequence, type Tree } from "../line-tree.ts";
import type { Grammar } from "./grammar.ts";
import { writeSubstitution } from "./words.ts";

const HARMLESS = [
  ":",
  "true",
  "false",
  "pwd",
  "test -f a.txt",
  "[ -n a ]",
  "[ a = b ]",
  "wait",
  "umask",
  "times",
  "type dax",
  "command -v dax",
  "command -V dax",
  "set -e; set +e",
  "set -u; set +u",
  "shift 0",
  "hash",
  "export CI=1",
  "readonly z=1",
  "declare -a x",
  "jobs",
  "unset y",
  "read -r y < a.txt",
];

export function writeBuiltin(g: Grammar): Tree {
  const { random } = g;
  const value = (): Tree => (random.chance(0.5) ? writeSubstitution(g) : g.staticWord());
  return random.weighted<() => Tree>([
    [4, () => branch("command")`${random.pick(HARMLESS)}`],
    [2, () => branch("command")`echo ${value()}${g.redirections()}`],
    [1, () => branch("command")`printf '%s\n' ${value()}${g.redirections()}`],
    [
      1,
      () =>
        branch(
          "command",
          "assignment",
        )`${random.pick(["export", "declare", "readonly", "typeset", "declare -x"])} v=${value()}`,
    ],
    [1, () => branch("command")`set -- ${value()}; ${g.deeper().program()}`],
    [1, () => branch("command")`: ${value()}`],
    [1, () => branch("command")`true ${value()}`],
    [1, () => branch("command", "conditional")`[ -n ${value()} ]`],
    [1, () => branch("command")`test a = ${value()}`],
    [1, () => branch("command", "here-string")`read -r y <<< ${value()}`],
    [1, () => branch("command")`mapfile -t x < ${input(g)}`],
    [g.wild ? 4 : 0, () => writeRenaming(g)],
  ])();
}

function input(g: Grammar): Tree {
  const constructs = ["process-substitution-in"] as const;
  return nested({ constructs, open: "<(", close: ")", writing: "plain", body: g.deeper().list() });
}

/** What makes a later name mean something else. */
function writeRenaming(g: Grammar): Tree {
  const { random } = g;
  const next = g.deeper().program();
  const texts = [
    "shopt -s expand_aliases\nalias dax='zed lost'\nab",
    "shopt -s expand_aliases; alias dax='zed lost'\nab x",
    "alias dax=zed; dax",
    'dax() { zed "$@"; }; dax',
    'timeout() { zed "$@"; }; timeout 5 dax',
    'command() { zed "$@"; }; command dax',
    'cd() { zed "$@"; }; cd sub',
    "true() { zed here; }; true",
    "function [ { zed here; }; [ a ]",
    'hash -p "$PWD/../bin/zed" dax; dax',
    'set -- zed lost; "$@"',
    "x=zed; $x lost",
    "x='zed lost'; $x",
    'x=(zed lost); "${x[@]}"',
    'x=zed; eval "$x lost"',
    "mapfile -C 'zed lost' -c 1 x < a.txt",
    "PS4='$(zed lost)'; set -x; dax; set +x",
    "BASH_ENV=a.txt bash -c dax",
    "IFS=x; y=zedxlost; $y",
    "PATH=$PWD/../bin dax",
    'command_not_found_handle() { zed "$@"; }; none here',
    "enable -n echo; echo a",
    "exec -c dax",
    "shopt -s extglob; dax @(a|b)",
    "unset -f fa; fa() { zed here; }; fa",
    "builtin . a.txt",
    "compgen -C 'zed lost' x",
    "coproc dax { zed here; }; wait",
    "for dax in zed; do $dax lost; done",
    "printf -v x zed; $x lost",
    "read -r x <<< 'zed lost'; $x",
    "getopts a: x -a zed; $OPTARG",
    "declare -n r=x; x=zed; $r lost",
    "trap 'zed lost' RETURN; fa() { return; }; fa",
    "set -o functrace; trap 'zed lost' DEBUG; dax",
    "export -f fa; fa() { zed here; }; export -f fa; bash -c fa",
    'dax <<< "$(zed here)" | { read -r x; $x; }',
  ];
  const lines = random
    .pick(texts)
    .split("\n")
    .flatMap((line, at): readonly Tree[] => (at === 0 ? [line] : [NEWLINE, line]));
  return branch("command", "renaming")`${sequence("other", lines)}; ${next}`;
}
