/** Programs that look for something in the files they are given, or in all below the folder they run in. */
import type { ProgramSpec } from "./program-spec.ts";

export const SEARCHERS: readonly ProgramSpec[] = [
  {
    names: "jq gojq jaq",
    effect: "read",
    operands: { as: "read", skip: 1 },
    options: {
      "-f --from-file": "subject-file",
      "--slurpfile --rawfile": "named-read",
      "--arg --argjson": "named",
      "--indent": "value",
      "-L --library-path": "read-tree",
    },
  },
  {
    names: "yq",
    operands: { as: "read", skip: 1 },
    options: {
      "-i --inplace -w": "floor",
      "--from-file": "subject-file",
      "-I --indent -p --input-format -o --output-format -s --split-exp": "value",
    },
  },
  {
    names: "grep egrep fgrep zgrep bzgrep xzgrep ggrep pcregrep pcre2grep",
    follows: /^(?:-R|--deref.*)$/,
    effect: "read",
    operands: {
      as: "read",
      skip: 1,
      absent: { as: "read-tree", text: ".", when: "recursive" },
    },
    options: {
      "-e --regexp": "subject",
      "-f --file": "subject-file",
      "-r -R --recursive --dereference-recursive": "recursive",
      "-A --after-context -B --before-context -C --context -m --max-count -d --directories -D --devices --label --include --exclude --exclude-dir --binary-files --group-separator":
        "value",
      "--exclude-from": "read",
      "--color --colour": "attached",
    },
  },
  {
    names: "rg",
    follows: /^(?:-L|--follow)$/,
    effect: "read",
    operands: { as: "read-tree", skip: 1, absent: { as: "read-tree", text: "." } },
    options: {
      "-e --regexp": "subject",
      "-f --file": "subject-file",
      "--files --type-list": "lists",
      "--pre --hostname-bin": "exec",
      "--pre-glob -A --after-context -B --before-context -C --context --color --colors -d --max-depth --maxdepth --dfa-size-limit -E --encoding --engine -g --glob --iglob -M --max-columns -m --max-count --max-filesize --path-separator --regex-size-limit -r --replace --sort --sortr -j --threads -t --type -T --type-not --type-add --type-clear --context-separator --field-context-separator --field-match-separator --hyperlink-format --stop-on-nonmatch --generate":
        "value",
      "--ignore-file": "read",
      "-z --search-zip": "flag",
    },
  },
  {
    names: "ag ack ack-grep ugrep sift pt ug rgrep rga ripgrep-all",
    effect: "read",
    operands: { as: "read-tree", skip: 1, absent: { as: "read-tree", text: "." } },
    options: {
      "--pager --filter --pre": "exec",
      "-G --file-search-regex --ignore-dir --depth --workers --color-match --type": "value",
      "-p --path-to-ignore --ackrc -f --file": "read",
    },
  },
  {
    names: "ctags etags universal-ctags cscope",
    operands: { as: "read", absent: { as: "read-tree", text: ".", when: "recursive" } },
    options: { "-f -o --output": "write", "--options -L": "config", "-R --recurse": "recursive" },
  },
];
