/**
 * The default policy: what may happen unasked in a session whose author wrote no rules. Visible, overridable (any
 * explicit rule that matches silences these allowances), and small. It never holds a command that writes, reaches the
 * network, or runs another program by its arguments: options that do (find -exec, rg --pre, git -c) are caught by the
 * floors, and files that commands name are bound by the workspace's own scope.
 */
import type { PolicyLayer, Rule } from "@toolplane/contract";
import { PRIVATE_FILES, SAMPLE_FILES } from "@toolplane/readings";

/** Reading inside the workspace; everything in the session's own scratch folder. */
const FILES: readonly Rule[] = [
  { permission: "fs.read", pattern: "{workspace}/**", action: "allow" },
  { permission: "fs.read", pattern: "{scratch}/**", action: "allow" },
  { permission: "fs.write", pattern: "{scratch}/**", action: "allow" },
];

/** A tool's own folder: no other tool reaches it, and one that asks for none has none. */
const OWN_FOLDERS: readonly Rule[] = [
  { permission: "fs.read", pattern: "{user-data}/tools/**", action: "allow" },
  { permission: "fs.write", pattern: "{user-data}/tools/**", action: "allow" },
];

/** Reading in folders that a person added. */
const ADDED_FOLDERS: Rule = { permission: "fs.read", pattern: "{added}/**", action: "allow" };

/**
 * Commands that only look. Where an operand or an option writes (`sort -o`, `sed -i`, `uniq a b`), the file it names asks. A command
 * that changes something which is no file (`date -s`, `hostname x`) is absent, and so is one that runs what lies in the project (`mvn -v`
 * takes options of Java from there).
 */
const READ_ONLY_COMMANDS: readonly string[] = [
  "ls *",
  "cat *",
  "head *",
  "tail *",
  "wc *",
  "nl *",
  "pwd",
  "echo *",
  "printf *",
  "which *",
  "stat *",
  "du *",
  "basename *",
  "dirname *",
  "realpath *",
  "readlink *",
  "cut *",
  "tr *",
  "grep *",
  "rg *",
  "find *",
  "diff *",
  "cmp *",
  "comm *",
  "sort *",
  "uniq *",
  "sed *",
  "file *",
  "strings *",
  "base64 *",
  "tree *",
  "ps aux",
  "jq *",
  "sha256sum *",
  "md5sum *",
  "uname *",
  "whoami",
  "id",
  "git status *",
  "git log *",
  "git diff *",
  "git show *",
  "git blame *",
  "git rev-parse *",
  "git ls-files *",
  "git describe *",
  "git branch",
  "git branch --list *",
  "git branch --show-current",
  "git remote",
  "git remote -v",
  "git stash list",
  "node --version",
  "node -v",
  "npm --version",
  "npm -v",
  "npx --version",
  "python --version",
  "python3 --version",
  "java -version",
  "pip list",
  "pip show *",
  "npm ls *",
  "go version",
  "cargo --version",
  "rustc --version",
  "git --version",
];

/** Tools of the session itself: they change nothing but the session, and what they start walks the road on its own. */
const SESSION_TOOLS: readonly string[] = [
  "todo",
  "question",
  "skill",
  "tool_search",
  "plan",
  "plan_exit",
  "task",
];

/** Actions about a background process that was judged when it began. Writing to it is not here: a shell would run what it reads. */
const BACKGROUND_ACTIONS: readonly string[] = ["list", "read", "stop"];

/** Asks once about files that hold keys and passwords by their name, where a call names one. */
const NAMED_FILES: readonly Rule[] = [
  ...PRIVATE_FILES.map((pattern) => whenNamed(pattern, "ask")),
  ...SAMPLE_FILES.map((pattern) => whenNamed(pattern, "allow")),
];

/** The default policy as a layer of scope `default`. Its lines are places in the list that `toolplane policy list` prints. */
export function defaultPolicy(): PolicyLayer {
  const rules: readonly Rule[] = [
    ...FILES,
    ...READ_ONLY_COMMANDS.map((pattern) => allow("bash", pattern)),
    // The tool git runs the same words without a shell.
    ...READ_ONLY_COMMANDS.filter((pattern) => pattern.startsWith("git ")).map((pattern) =>
      allow("git", pattern),
    ),
    ...BACKGROUND_ACTIONS.map((action) => allow("background", `tool:background/${action}`)),
    ...SESSION_TOOLS.map((id) => allow(id, "**")),
    ...OWN_FOLDERS,
    ADDED_FOLDERS,
    ...NAMED_FILES,
  ];
  return { scope: "default", rules, lines: rules.map((_, index) => index + 1) };
}

function allow(permission: string, pattern: string): Rule {
  return { permission, pattern, action: "allow" };
}

function whenNamed(pattern: string, action: "allow" | "ask"): Rule {
  return { permission: "fs.read", pattern, action, when: "named" };
}
