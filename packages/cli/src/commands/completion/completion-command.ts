import type { Command } from "../../command/command.ts";

/** `toolplane completion bash`. */
export const completionCommand: Command = {
  name: "completion",
  group: "Connect",
  summary: "Print a script that completes commands in your shell.",
  description: [
    "bash  toolplane completion bash >> ~/.bashrc",
    "zsh   toolplane completion zsh >> ~/.zshrc",
    "fish  toolplane completion fish > ~/.config/fish/completions/toolplane.fish",
  ].join("\n"),
  arguments: [{ name: "shell", summary: "bash, zsh or fish.", required: true }],
  load: async () => (await import("./run-completion.ts")).runCompletion,
};
