// data table: the files by which programs run code on their own, with a reason each.
/**
 * Protected files: what makes git, an editor, an agent or a shell run something merely because a folder is opened or git is used
 * in it. Writing one asks, by whatever way, unless a rule without wildcards names it. Files, not whole folders: a scaffold that
 * recommends extensions has nothing to ask. What a person runs on purpose (package.json, Makefile, build.rs) is not here.
 *
 * Patterns are relative to any folder. `*` stays within a name, a last `**` is everything below.
 */

export interface ProtectedFile {
  readonly pattern: string;
  readonly why: string;
}

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
  {
    pattern: "modules/**/info/**",
    why: "its attributes choose the programs that git runs on files",
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
  {
    pattern: "worktrees/*/modules/**/{hooks,info}/**",
    why: "git runs its hooks, and its attributes choose programs",
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

/** Everything else: it does not count in folders of dependencies, or every installation would ask. */
export const PROGRAM_FILES: readonly ProtectedFile[] = [
  // Version control beside git, and what git hooks run.
  { pattern: ".hg/**", why: "Mercurial configuration and hooks run programs" },
  { pattern: ".svn/**", why: "Subversion's own data" },
  { pattern: ".jj/**/config.toml", why: "its settings name programs that jj runs" },
  { pattern: ".sl/{config,hgrc}", why: "Sapling configuration and hooks run programs" },
  { pattern: ".bzr/branch/branch.conf", why: "its settings name programs that Breezy runs" },
  { pattern: ".husky/**", why: "git hooks run programs" },
  { pattern: ".pre-commit-config.yaml", why: "git hooks run what it lists" },
  { pattern: "{.lefthook,lefthook}.{yml,yaml,toml,json}", why: "git hooks run what it lists" },
  { pattern: ".overcommit.yml", why: "git hooks run what it lists" },
  { pattern: "{.pre-commit-config.yml,prek.toml}", why: "git hooks run what it lists" },
  { pattern: "hk.pkl", why: "git hooks run what it lists" },
  { pattern: ".githooks/**", why: "a usual folder of git hooks" },
  {
    pattern: "{.simple-git-hooks,simple-git-hooks}.{json,js,cjs}",
    why: "git hooks run what it lists",
  },
  // Agents.
  { pattern: ".toolplane/**", why: "rules and tools of this project" },
  { pattern: ".mcp.json", why: "it starts MCP servers" },
  { pattern: ".claude/settings*.json", why: "Claude Code's hooks and permissions" },
  { pattern: ".claude/hooks/**", why: "Claude Code runs its hooks" },
  {
    pattern: ".cursor/{mcp,hooks,environment,cli,permissions}.json",
    why: "Cursor runs what it lists",
  },
  { pattern: ".cursor/hooks/**", why: "Cursor runs its hooks" },
  { pattern: ".codex/{config.toml,hooks.json}", why: "Codex runs what it lists" },
  { pattern: ".codex/{hooks,rules}/**", why: "Codex's hooks and permissions" },
  { pattern: ".gemini/settings.json", why: "Gemini CLI runs what it lists" },
  { pattern: ".gemini/{hooks,extensions}/**", why: "Gemini CLI runs its hooks and extensions" },
  { pattern: ".qwen/settings.json", why: "Qwen Code runs what it lists" },
  {
    pattern: "{.opencode,opencode}.{json,jsonc}",
    why: "opencode runs what it lists",
  },
  { pattern: ".opencode/{plugin,plugins,tool,tools}/**", why: "opencode runs its plugins" },
  { pattern: "{.crush,crush}.json", why: "Crush runs what it lists" },
  { pattern: ".github/hooks/**", why: "Copilot runs its hooks" },
  { pattern: ".clinerules/hooks/**", why: "Cline runs its hooks" },
  { pattern: ".kiro/{hooks/**,settings/mcp.json}", why: "Kiro runs its hooks and servers" },
  { pattern: ".amazonq/{mcp.json,cli-agents/**}", why: "Amazon Q runs what it lists" },
  { pattern: ".roo/mcp.json", why: "it starts MCP servers" },
  { pattern: ".windsurf/{hooks,mcp_config,mcp}.json", why: "Windsurf runs what it lists" },
  { pattern: ".trae/{mcp,hooks}.json", why: "Trae runs what it lists" },
  {
    pattern: ".amp/{settings.json,settings.jsonc,toolbox/**,plugins/**}",
    why: "Amp runs what it lists",
  },
  { pattern: ".factory/{mcp.json,settings.json,hooks/**}", why: "Droid runs what it lists" },
  { pattern: ".augment/{settings.json,mcp.json,hooks/**}", why: "Auggie runs what it lists" },
  { pattern: ".kilocode/mcp.json", why: "it starts MCP servers" },
  { pattern: ".cline/{mcp.json,hooks/**}", why: "Cline runs its hooks and servers" },
  { pattern: ".goose/{config.yaml,hooks/**}", why: "goose runs what it lists" },
  {
    pattern: ".openhands/{setup.sh,pre-commit.sh,hooks.json,config.toml}",
    why: "OpenHands runs it",
  },
  { pattern: ".air/mcp.json", why: "it starts MCP servers" },
  { pattern: ".mux/{mcp.json,mcp.jsonc,init,tool_env}", why: "mux runs it" },
  { pattern: ".antigravity/{mcp_config,hooks}.json", why: "Antigravity runs what it lists" },
  { pattern: ".agents/{hooks.json,hooks/**,mcp.json}", why: "agents run what it lists" },
  { pattern: ".claude-plugin/{plugin,marketplace}.json", why: "Claude Code loads its plugins" },
  { pattern: ".junie/mcp/mcp.json", why: "it starts MCP servers" },
  { pattern: ".continue/{config.yaml,config.json,mcpServers/**}", why: "it starts MCP servers" },
  { pattern: ".github/mcp.json", why: "it starts MCP servers" },
  { pattern: ".pi/{mcp.json,settings.json,extensions/**}", why: "pi runs what it lists" },
  { pattern: ".aider.conf.yml", why: "aider runs the commands that it names" },
  { pattern: ".claude.json", why: "it starts MCP servers" },
  {
    pattern: ".claude/{launch,scheduled_tasks}.json",
    why: "Claude Code starts what it lists",
  },
  { pattern: ".gemini/.env", why: "Gemini CLI takes its settings from it" },
  { pattern: ".cursor/{worktrees,sandbox}.json", why: "Cursor runs what it lists" },
  { pattern: ".continuerc.json", why: "Continue takes its settings from it" },
  { pattern: ".continue/{config.ts,config.js,permissions.yaml}", why: "Continue runs it" },
  { pattern: ".tabnine/{mcp_servers.json,agent/settings.json}", why: "it starts MCP servers" },
  { pattern: ".{iflow,codebuddy,qoder,grok}/settings.json", why: "an agent runs what it lists" },
  { pattern: ".vibe/config.toml", why: "an agent runs what it lists" },
  { pattern: ".kilocode/setup-script*", why: "Kilo Code runs it" },
  { pattern: ".copilot/{mcp-config,config}.json", why: "it starts MCP servers" },
  // Editors.
  {
    pattern: ".vscode/{tasks,settings,launch,mcp}.json",
    why: "editor tasks and settings run programs",
  },
  {
    pattern: ".vscode/{c_cpp_properties,cmake-kits,cmake-variants}.json",
    why: "the editor starts the compilers that it names",
  },
  { pattern: ".vscode/extensions/**", why: "the editor loads extensions of the folder" },
  { pattern: "*.code-workspace", why: "editor tasks and settings run programs" },
  { pattern: ".idea/**/*.xml", why: "editor configurations run programs" },
  { pattern: "*.run.xml", why: "editor configurations run programs" },
  { pattern: "*.{ipr,iws}", why: "editor configurations run programs" },
  { pattern: ".externalToolBuilders/**", why: "Eclipse runs these when it builds by itself" },
  { pattern: ".factorypath", why: "Java editors load the processors that it names" },
  {
    pattern: ".settings/org.eclipse.jdt.apt.core.prefs",
    why: "Java editors run the processors that it switches on",
  },
  { pattern: "omnisharp.json", why: "C# editors load the libraries that it names" },
  { pattern: ".mvn/{extensions.xml,jvm.config,maven.config}", why: "Java editors load it" },
  { pattern: ".cargo/{config,config.toml}", why: "Rust editors start the programs that it names" },
  { pattern: ".{luarc,luarc.doc}.{json,jsonc}", why: "Lua editors load the plugin that it names" },
  { pattern: ".tm_properties", why: "TextMate takes the programs to run from it" },
  { pattern: "{.kateproject,.kateproject.local}", why: "Kate starts the programs that it names" },
  { pattern: ".lapce/{settings,run}.toml", why: "editor configurations run programs" },
  { pattern: ".vimspector.json", why: "vim starts the programs that it names" },
  { pattern: ".zed/{settings,tasks,debug}.json", why: "editor tasks and settings run programs" },
  { pattern: ".fleet/{settings,run}.json", why: "editor configurations run programs" },
  { pattern: ".theia/{tasks,settings,launch}.json", why: "editor tasks and settings run programs" },
  { pattern: ".nova/{Configuration.json,Tasks/**}", why: "editor tasks run programs" },
  { pattern: "*.sublime-project", why: "editor build systems and settings run programs" },
  { pattern: ".helix/{config,languages}.toml", why: "Helix starts the programs that it names" },
  { pattern: "{.kakrc,.kak}", why: "Kakoune runs it where it is set up to" },
  { pattern: ".vim/**", why: "vim loads it where it is set up to" },
  {
    pattern: "{.vimrc.local,.local.vimrc,_vimrc,_exrc}",
    why: "vim runs it when the folder is opened",
  },
  { pattern: ".nvim/**", why: "nvim loads it where it is set up to" },
  { pattern: ".neoconf.json", why: "it names the language servers that nvim starts" },
  { pattern: "{.lazy,.nvim-dap}.lua", why: "nvim runs it when the folder is opened" },
  { pattern: ".vs/{tasks.vs,launch.vs,mcp}.json", why: "editor tasks run programs" },
  { pattern: "coc-settings.json", why: "it names the language servers that vim starts" },
  { pattern: ".gitpod.yml", why: "editors build and start what it describes" },
  { pattern: ".idx/dev.nix", why: "editors build and start what it describes" },
  {
    pattern: "{.gitpod,.ona}/automations.{yml,yaml}",
    why: "editors build and start what it describes",
  },
  { pattern: ".codesandbox/{tasks,template}.json", why: "editors start what it describes" },
  { pattern: "{.stackblitzrc,.replit}", why: "editors start what it describes" },
  { pattern: "{.devfile,devfile}.yaml", why: "editors build and start what it describes" },
  { pattern: ".devcontainer/**", why: "editors build and start what it describes" },
  { pattern: ".devcontainer.json", why: "editors build and start what it describes" },
  {
    pattern: "{.exrc,.vimrc,.nvimrc,.nvim.lua,.lvimrc}",
    why: "vim runs it when the folder is opened",
  },
  {
    pattern: "{.dir-locals,.dir-locals-2}.el",
    why: "Emacs evaluates it when the folder is opened",
  },
  // Shells and interpreters.
  { pattern: "{.envrc,.envrc.*}", why: "it runs when a shell enters the folder" },
  { pattern: "{.direnvrc,.config/direnv/**}", why: "it runs when a shell enters the folder" },
  {
    pattern: "{.mise,mise}{,.local,.*}.toml",
    why: "it runs when a shell enters the folder",
  },
  { pattern: "{.mise,mise}/**/*.toml", why: "it runs when a shell enters the folder" },
  { pattern: ".rtx.toml", why: "it runs when a shell enters the folder" },
  { pattern: ".direnv/**/*.{rc,sh}", why: "direnv runs it when a shell enters the folder" },
  {
    pattern: "{.autoenv,.autoenv.zsh,.autoenv_leave.zsh,.env.leave,.env.enter}",
    why: "it runs when a shell enters or leaves the folder",
  },
  { pattern: "{.smartcd,.ondir,.shadowenv.d}/**", why: "it runs when a shell enters the folder" },
  {
    pattern: "{.pythonrc,.pythonrc.py,.pythonstartup}",
    why: "an interpreter runs it when it starts",
  },
  {
    pattern: "{.bashrc,.bash_profile,.bash_login,.bash_logout,.profile}",
    why: "a shell runs it when it starts",
  },
  { pattern: "{.zshrc,.zshenv,.zprofile,.zlogin,.zlogout}", why: "a shell runs it when it starts" },
  { pattern: ".config/fish/**", why: "a shell runs it when it starts" },
  {
    pattern: "{.bash_aliases,.kshrc,.mkshrc,.cshrc,.tcshrc,.login,.logout,.xonshrc}",
    why: "a shell runs it when it starts",
  },
  { pattern: "{.zsh,.oh-my-zsh}/**", why: "a shell runs it when it starts" },
  {
    pattern: ".config/{zsh,nushell,elvish,xonsh,powershell}/**",
    why: "a shell runs it when it starts",
  },
  {
    pattern:
      "{.Rprofile,.irbrc,.pryrc,.gdbinit,.lldbinit,.ghci,.iex.exs,.erlang,.psqlrc,.sqliterc}",
    why: "an interpreter runs it when it starts here",
  },
  {
    pattern:
      "{.RData,.Renviron,.pdbrc,.byebugrc,.rdbgrc,.perldb,.gdbearlyinit,.ocamlinit,.octaverc,.psysh.php,.radare2rc}",
    why: "an interpreter runs it when it starts here",
  },
  { pattern: ".ipython/**/*.py", why: "an interpreter runs it when it starts" },
  {
    pattern: "{jupyter_*config,jupyter_config}.{py,json}",
    why: "Jupyter runs it when it starts here",
  },
  // What a person's home holds, where that is the workspace.
  { pattern: ".ssh/**", why: "it says who may log in, and what ssh runs" },
  { pattern: ".config/{autostart,systemd,environment.d}/**", why: "it runs when a person logs in" },
  {
    pattern: "{.xprofile,.xinitrc,.xsession,.xsessionrc,.pam_environment}",
    why: "it runs when a person logs in",
  },
  {
    pattern: ".local/{bin,share/applications,share/systemd}/**",
    why: "programs are started from it by their names",
  },
  {
    pattern: "{.tmux.conf,.screenrc,.inputrc,.lessfilter,.wezterm.lua}",
    why: "terminals run what it names",
  },
  {
    pattern: ".config/{tmux,kitty,wezterm,alacritty,ghostty,zellij}/**",
    why: "terminals run what it names",
  },
  { pattern: "{.emacs,.emacs.el,.gvimrc}", why: "an editor runs it when it starts" },
  { pattern: "{.emacs.d,.doom.d,.spacemacs.d}/**", why: "an editor runs it when it starts" },
  {
    pattern: ".config/{nvim,vim,emacs,doom,helix,kak,micro,zed}/**",
    why: "an editor runs it when it starts",
  },
  {
    pattern: ".config/{Code,VSCodium,Cursor}/User/**",
    why: "editor tasks and settings run programs",
  },
  {
    pattern: ".vscode-server/data/Machine/settings.json",
    why: "editor tasks and settings run programs",
  },
  { pattern: ".kube/config", why: "it names programs that kubectl runs" },
  { pattern: ".aws/config", why: "it names programs that the AWS tools run" },
  { pattern: ".docker/{config.json,cli-plugins/**}", why: "it names programs that docker runs" },
  { pattern: ".gnupg/*.conf", why: "it names programs that gpg runs" },
];

/**
 * What stays read-only where files are bound as they are and nothing is judged afterwards. Whole folders and single names: a wall
 * must stand before a command runs, and to hold a file back in a folder that is not there yet, something would have to be made.
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
