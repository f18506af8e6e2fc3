/** Of version control beside git, and what git hooks run. */
import type { ProtectedFile } from "./protected-file.ts";

export const VERSION_CONTROL_FILES: readonly ProtectedFile[] = [
  { pattern: ".hg/**", why: "Mercurial configuration and hooks run programs" },
  { pattern: ".svn/**", why: "Subversion's own data" },
  { pattern: ".jj/**/config.toml", why: "its settings name programs that jj runs" },
  { pattern: ".sl/{config,hgrc}", why: "Sapling configuration and hooks run programs" },
  { pattern: ".bzr/branch/branch.conf", why: "its settings name programs that Breezy runs" },
  { pattern: ".husky/**", why: "git hooks run programs" },
  { pattern: ".pre-commit-config.yaml", why: "git hooks run what it lists" },
  {
    pattern: "{.lefthook,lefthook}{,-local}.{yml,yaml,toml,json}",
    why: "git hooks run what it lists",
  },
  { pattern: "{.lefthook,.lefthook-local}/**", why: "git hooks run its scripts" },
  {
    pattern: "{.huskyrc,.huskyrc.*,husky.config.{js,cjs}}",
    why: "git hooks run what it lists",
  },
  { pattern: ".overcommit.yml", why: "git hooks run what it lists" },
  { pattern: "{.pre-commit-config.yml,prek.toml}", why: "git hooks run what it lists" },
  { pattern: "hk.pkl", why: "git hooks run what it lists" },
  { pattern: ".githooks/**", why: "a usual folder of git hooks" },
  {
    pattern: "{captainhook.json,.captainhook.json,grumphp.yml,grumphp.yml.dist}",
    why: "git hooks run what it lists",
  },
  { pattern: ".hgrc", why: "Mercurial configuration and hooks run programs" },
  {
    pattern: "{.simple-git-hooks,simple-git-hooks}.{json,js,cjs}",
    why: "git hooks run what it lists",
  },
];
