/** Mistakes in reading command lines: a command, a file, a host or a danger that is not seen. */
import type { Area } from "../fault.ts";

export const SHELL_FAULTS: Area = {
  name: "shell",
  in: "packages/commands/src",
  tests: [
    ["test/host/shell/touched.test.ts"],
    ["test/host/shell/decisions.attack.test.ts"],
    ["test/host/shell", "packages/commands/src"],
  ],
  faults: [
    {
      name: "text-that-is-not-bash-passes",
      anchor: "if (script.errors?.length) {",
      replacement: "if (script.errors?.length && !source) {",
    },
    {
      name: "a-command-substitution-is-not-seen",
      anchor:
        'case "CommandExpansion": if (/^\\$\\{/.test(node.text)) reading.addOpaque(node.text, "it runs commands in this very shell while expanding"); readSubstitution(reader, node, scope);',
      replacement: 'case "CommandExpansion":',
    },
    {
      name: "a-deny-of-a-git-command-is-dodged-by-a-global-option",
      anchor: "...(head.at > 1 ? [[first, ...tail]] : []),",
      replacement: "",
    },
  ],
};
