import type { ProtectedFile } from "./protected-file.ts";

/** Inside a git folder (`.git`, or the folder that a worktree or submodule has instead): what steers git. All else there is its data. */
export const GIT_PARTS: readonly ProtectedFile[] = [
  { pattern: "config", why: "its settings name programs that git runs" },
  { pattern: "config.worktree", why: "its settings name programs that git runs" },
  { pattern: "hooks/**", why: "git runs its hooks" },
  { pattern: "info/**", why: "its attributes choose the programs that git runs on files" },
  { pattern: "commondir", why: "it leads git to another folder's settings" },
  { pattern: "gitdir", why: "it leads git to another folder" },
  { pattern: "objects/info/alternates", why: "it leads git to objects elsewhere" },
  { pattern: "objects/info/http-alternates", why: "it leads git to objects elsewhere" },
  { pattern: "remotes/**", why: "it says where git fetches from and pushes to" },
  { pattern: "branches/**", why: "it says where git fetches from and pushes to" },
  { pattern: "rebase-merge/git-rebase-todo*", why: "git runs the commands of its list" },
  { pattern: "modules/**/config", why: "its settings name programs that git runs" },
  { pattern: "modules/**/config.worktree", why: "its settings name programs that git runs" },
  { pattern: "modules/**/hooks/**", why: "git runs its hooks" },
  // Not all of `info`: the objects of a submodule have one too, and that is data.
  {
    pattern: "modules/**/info/{attributes,exclude,grafts,refs,sparse-checkout}",
    why: "its attributes choose the programs that git runs on files",
  },
  {
    pattern: "modules/**/objects/info/{alternates,http-alternates}",
    why: "it leads git to objects elsewhere",
  },
  { pattern: "modules/**/commondir", why: "it leads git to another folder's settings" },
  { pattern: "modules/**/gitdir", why: "it leads git to another folder" },
  { pattern: "modules/**/rebase-merge/git-rebase-todo*", why: "git runs the commands of its list" },
  {
    pattern: "modules/*/{remotes,branches}/**",
    why: "it says where git fetches from and pushes to",
  },
  { pattern: "worktrees/*/commondir", why: "it leads git to another folder's settings" },
  { pattern: "worktrees/*/gitdir", why: "it leads git to another folder" },
  { pattern: "worktrees/*/config.worktree", why: "its settings name programs that git runs" },
  {
    pattern: "worktrees/*/rebase-merge/git-rebase-todo*",
    why: "git runs the commands of its list",
  },
  // Submodules of a worktree have their git folders in the worktree's.
  {
    pattern: "worktrees/*/modules/**/{config,config.worktree,commondir,gitdir}",
    why: "its settings name programs that git runs",
  },
  { pattern: "worktrees/*/modules/**/hooks/**", why: "git runs its hooks" },
  {
    pattern: "worktrees/*/modules/**/info/{attributes,exclude,grafts,refs,sparse-checkout}",
    why: "its attributes choose the programs that git runs on files",
  },
  {
    pattern: "worktrees/*/modules/**/objects/info/{alternates,http-alternates}",
    why: "it leads git to objects elsewhere",
  },
  {
    pattern: "worktrees/*/modules/**/rebase-merge/git-rebase-todo*",
    why: "git runs the commands of its list",
  },
];

/** Outside a git folder: they count everywhere, in folders of dependencies too. */
export const GIT_FILES: readonly ProtectedFile[] = [
  { pattern: "HEAD", why: "a folder that holds one can be taken for a git repository" },
  { pattern: ".gitconfig", why: "its settings name programs that git runs" },
  { pattern: ".config/git/config", why: "its settings name programs that git runs" },
  { pattern: ".config/git/attributes", why: "it chooses the programs that git runs on files" },
];
