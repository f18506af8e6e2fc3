/**
 * Folders of agents, editors, shells and hook managers. Everything below one counts: what one version takes for text the next one
 * runs. A runner that is not named here is known by the shape of its folder (`run-by-shape.ts`).
 */
interface RunnerFolders {
  readonly names: readonly string[];
  readonly why: string;
}

const words = (text: string): readonly string[] => text.trim().split(/\s+/);

const RUNNER_FOLDERS: readonly RunnerFolders[] = [
  { names: [".toolplane"], why: "rules and tools of this project" },
  {
    names: words(`
      .agent .agents .aider .air .amazonq .amp .antigravity .augment .claude .claude-plugin .cline .clinerules .codebuddy .codex
      .conductor .continue .copilot .crush .cursor .devin .factory .gemini .goose .grok .iflow .jules .junie .kilocode .kiro .mux
      .opencode .openhands .pi .qoder .qwen .roo .tabnine .trae .vibe .warp .windsurf .zencoder`),
    why: "an agent runs what lies in its folder",
  },
  {
    names: words(`
      .atom .calva .clj-kondo .doom.d .emacs.d .externaltoolbuilders .fleet .helix .idea .kak .lapce .lsp .metals .nova .nvim
      .pulsar .ropeproject .run .settings .spacemacs.d .swiftpm .theia .vim .vs .vscode .zed`),
    why: "an editor runs what lies in its folder",
  },
  {
    names: [".codesandbox", ".devcontainer", ".devenv", ".gitpod", ".idx", ".ona"],
    why: "editors build and start what it describes",
  },
  {
    names: [".mvn", ".cargo", ".bsp", ".bloop"],
    why: "editors start builds with what lies in it",
  },
  {
    names: [".husky", ".trunk", ".lefthook", ".lefthook-local"],
    why: "git hooks run what lies in it",
  },
  { names: [".hg", ".svn", ".repo"], why: "version control runs programs that it names" },
  {
    names: [".direnv", ".mise", ".ondir", ".shadowenv.d", ".smartcd"],
    why: "it runs when a shell enters the folder",
  },
  { names: [".oh-my-zsh", ".zsh"], why: "a shell runs it when it starts" },
  { names: [".ssh"], why: "it says who may log in, and what ssh runs" },
  {
    names: [".fluxbox", ".hammerspoon", ".i3"],
    why: "it names programs that keys and windows start",
  },
];

/** Why a folder counts, by its folded name. */
export const RUNNERS: ReadonlyMap<string, string> = new Map(
  RUNNER_FOLDERS.flatMap(({ names, why }) => names.map((name) => [name, why] as const)),
);
