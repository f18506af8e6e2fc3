/** By which editors start programs when a folder is opened, outside of their own folders. */
import type { ProtectedFile } from "./protected-file.ts";

export const EDITOR_FILES: readonly ProtectedFile[] = [
  { pattern: "*.{code-workspace,sublime-project}", why: "editor tasks and settings run programs" },
  { pattern: "*.{run.xml,ipr,iws}", why: "editor configurations run programs" },
  { pattern: ".factorypath", why: "Java editors load the processors that it names" },
  { pattern: "omnisharp.json", why: "C# editors load the libraries that it names" },
  { pattern: ".{luarc,luarc.doc}.{json,jsonc}", why: "Lua editors load the plugin that it names" },
  { pattern: "{,.}rust-analyzer.toml", why: "Rust editors start the programs that it names" },
  { pattern: "{.latexmkrc,latexmkrc}", why: "TeX editors run it when a file is saved" },
  { pattern: ".phpactor.{json,yml}", why: "PHP editors start the programs that it names" },
  { pattern: "{.tern-project,.lite_project.lua}", why: "an editor loads it with the folder" },
  { pattern: "{hie.yaml,.hie-bios}", why: "Haskell editors run the program that it names" },
  { pattern: ".merlin", why: "OCaml editors run the programs that it names" },
  { pattern: ".ycm_extra_conf.py", why: "vim runs it when a file is opened" },
  { pattern: ".emacs.desktop", why: "Emacs evaluates it when it starts in the folder" },
  { pattern: ".tm_properties", why: "TextMate takes the programs to run from it" },
  { pattern: "{.kateproject,.kateproject.local}", why: "Kate starts the programs that it names" },
  { pattern: "{.vimspector,.neoconf,coc-settings}.json", why: "vim starts the programs it names" },
  { pattern: "{.kakrc,.kak}", why: "Kakoune runs it where it is set up to" },
  {
    pattern: "{.exrc,.vimrc,.nvimrc,.nvim.lua,.lvimrc,.vimrc.local,.local.vimrc,_vimrc,_exrc}",
    why: "vim runs it when the folder is opened",
  },
  { pattern: "{.lazy,.nvim-dap}.lua", why: "nvim runs it when the folder is opened" },
  {
    pattern: "{.gitpod.yml,.devcontainer.json,.devfile.yaml,devfile.yaml,.stackblitzrc,.replit}",
    why: "editors build and start what it describes",
  },
  {
    pattern: "{.dir-locals,.dir-locals-2}.el",
    why: "Emacs evaluates it when the folder is opened",
  },
];
