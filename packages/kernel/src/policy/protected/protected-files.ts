/**
 * Protected files: what makes git, an editor, an agent or a shell run something merely because a folder is opened or git is used
 * in it, and what a build server runs after a push. Writing one asks, by whatever way, unless a rule without wildcards names it. Whole folders wherever a runner has one of its
 * own. What a person runs on purpose (package.json, Makefile, build.rs) is not here; folders that nobody lists are known by
 * their shape (`run-by-shape.ts`).
 */
import { AGENT_FILES } from "./agent-files.ts";
import { BUILD_SERVER_FILES } from "./build-server-files.ts";
import { BUILD_TOOL_FILES } from "./build-tool-files.ts";
import { EDITOR_FILES } from "./editor-files.ts";
import { HOME_FILES } from "./home-files.ts";
import type { ProtectedFile } from "./protected-file.ts";
import { SHELL_FILES } from "./shell-files.ts";
import { VERSION_CONTROL_FILES } from "./version-control-files.ts";

/** Beside what steers git: it does not count in folders of dependencies, or every installation would ask. */
export const PROGRAM_FILES: readonly ProtectedFile[] = [
  ...VERSION_CONTROL_FILES,
  ...AGENT_FILES,
  ...EDITOR_FILES,
  ...BUILD_TOOL_FILES,
  ...BUILD_SERVER_FILES,
  ...SHELL_FILES,
  ...HOME_FILES,
];

/**
 * Paths that stay read-only where files are bound as they are and nothing is judged afterwards. Whole folders and
 * single names: a wall must exist before a command runs, and to hold a file back in a folder that is not there yet,
 * something would have to be made.
 */
export const BOUND_PATTERNS: readonly string[] = [
  ...[".git", "git~1"].flatMap((folder) =>
    [
      "config",
      "config.worktree",
      "hooks/**",
      "info/**",
      "modules/**",
      "commondir",
      "worktrees/*/commondir",
      "worktrees/*/gitdir",
      "worktrees/*/config.worktree",
    ].map((part) => `/**/${folder}/${part}`),
  ),
  ...[".hg", ".svn", ".vscode", ".idea", ".husky", ".toolplane"].map((name) => `/**/${name}/**`),
  "/**/.mcp.json",
  "/**/.envrc",
];

/** Folders of what was installed. */
export const DEPENDENCY_FOLDERS: readonly string[] = [
  "node_modules",
  "bower_components",
  "jspm_packages",
  ".pnpm-store",
  ".venv",
  "venv",
  "site-packages",
  "vendor",
];
