/** Of version control beside git, and what git hooks run, outside of folders that count whole. */
import type { ProtectedFile } from "./protected-file.ts";

export const VERSION_CONTROL_FILES: readonly ProtectedFile[] = [
  { pattern: "{.jj,.pijul}/**/config{,.toml}", why: "its settings name programs that are run" },
  { pattern: ".sl/{config,hgrc}", why: "Sapling configuration and hooks run programs" },
  { pattern: ".bzr/branch/branch.conf", why: "its settings name programs that Breezy runs" },
  { pattern: "_darcs/prefs/**", why: "its settings name programs that darcs runs" },
  { pattern: ".hgrc", why: "Mercurial configuration and hooks run programs" },
  {
    pattern:
      "{.,}{lefthook,lefthook-local,simple-git-hooks,captainhook}.{yml,yaml,toml,json,js,cjs}",
    why: "git hooks run what it lists",
  },
  {
    pattern: "{.pre-commit-config.yaml,.pre-commit-config.yml,prek.toml,hk.pkl,.overcommit.yml}",
    why: "git hooks run what it lists",
  },
  {
    pattern: "{.huskyrc,.huskyrc.*,husky.config.{js,cjs},grumphp.yml,grumphp.yml.dist}",
    why: "git hooks run what it lists",
  },
];
