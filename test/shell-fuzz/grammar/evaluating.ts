/** Contexts that evaluate what they are given: names that hold code, subscripts that run it, prompts that expand it. */
import type { Construct } from "../constructs.ts";
import { branch, type Tree } from "../line-tree.ts";
import type { Grammar } from "./grammar.ts";

/** `@` is where a subscript that runs a program stands; the shell sees it only when the context evaluates it. */
const CONTEXTS: readonly (readonly [Construct, readonly string[]])[] = [
  [
    "arithmetic-variable",
    [
      "v='@'; (( v ))",
      "v='@'; echo $((v))",
      "v='@'; echo $(( v + 1 ))",
      "v='@'; x[v]=1",
      "v='@'; echo ${x[v]}",
      "v='@'; echo ${x[$v]}",
      "v='@'; [[ v -eq 1 ]]",
      "v='@'; [[ $v -eq 1 ]]",
      "v='@'; for ((i=v;0;)); do :; done",
      "v='@'; echo $[v]",
      "read -r v <<< '@'; ((v))",
      "declare v='@'; ((v))",
      "v='@'; ((x[v]))",
    ],
  ],
  [
    "prompt-expansion",
    [
      "v='$(zed T)'; echo ${v@P}",
      "v='$(zed T)'; echo \"${v@P}\"",
      "echo ${PS1@P}",
      "v='`zed T`'; : ${v@P}",
      "v=('$(zed T)'); : ${v[@]@P}",
    ],
  ],
  [
    "function-substitution",
    ["echo ${ zed T; }", "echo ${| REPLY=1; zed T; }", 'echo "${ zed T; }"'],
  ],
  [
    "indirect",
    [
      "v='@'; echo ${!v}",
      "v='x[$(zed T)]'; : \"${!v}\"",
      "declare -n r='@'; echo $r",
      "declare -n r='@'; r=1",
    ],
  ],
  [
    "subscripted-conditional",
    [
      "[[ -v '@' ]]",
      "[[ -v @ ]]",
      "v='@'; [[ -v $v ]]",
      '[[ -v x["$(zed T)"] ]]',
      "[[ '@' -eq 1 ]]",
      "[[ 1 -lt '@' ]]",
      "[[ -R '@' ]]",
    ],
  ],
  [
    "subscripted-test",
    [
      "test -v '@'",
      "[ -v '@' ]",
      "v='@'; test -v \"$v\"",
      "[ a -a -v '@' ]",
      "! test ! -v '@'",
      'test -v "@"',
    ],
  ],
  ["subscripted-printf", ["printf -v '@' 1", "printf -v'@' 1", "v='@'; printf -v \"$v\" 1"]],
  [
    "subscripted-read",
    [
      "read '@' <<< 1",
      "read -r x '@' <<< '1 2'",
      "read -a x '@' <<< 1",
      "mapfile '@' <<< 1",
      "getopts a '@' -a",
      "read -r -p a '@' <<< 1",
    ],
  ],
  [
    "subscripted-unset",
    ["unset '@'", "unset -v '@'", "x=(1); unset '@'", "wait -n -p '@'", "(true) & wait -p '@' $!"],
  ],
  [
    "subscripted-declare",
    [
      "declare '@=1'",
      "declare -a '@=1'",
      "export '@=1'",
      "readonly '@=1'",
      "typeset '@=1'",
      "fa() { local '@=1'; }; fa",
      "declare -A x; declare 'x[$(zed T)]=1'",
      "declare -p '@'",
    ],
  ],
  [
    "integer-attribute",
    [
      "declare -i v='@'",
      "declare -i v; v='@'",
      "fa() { local -i v='@'; }; fa",
      "typeset -i v='@'",
      "declare -i v; read v <<< '@'",
      "declare -ia v=('@')",
    ],
  ],
  ["let", ["let '@'", "let 'x=@'", "let x=1 '@'", 'let "@"', "let v='@'"]],
  [
    "slice-variable",
    [
      "v='@'; echo ${x:v}",
      "v='@'; y=abc; echo ${y:v:1}",
      "v='@'; y=(1 2); echo ${y[@]:v}",
      "y=abc; echo ${y:@}",
      "y=abc; echo ${y:0:@}",
    ],
  ],
];

export function writeEvaluating(g: Grammar): Tree {
  const [construct, texts] = g.random.pick(CONTEXTS);
  const tag = g.tag();
  const program = `x[$(zed ${tag})]`;
  const text = g.random.pick(texts).replaceAll("@", (_match, at: number, all: string) =>
    // `@` of `${x[@]}` and `${x@P}` is the shell's own.
    all[at - 1] === "[" || all[at + 1] === "P" ? "@" : program,
  );
  return {
    ...branch(
      "command",
      construct,
    )`${text.replaceAll("(zed T)", `(zed ${tag})`).replaceAll("zed T", `zed ${tag}`)}`,
    tag,
  };
}
