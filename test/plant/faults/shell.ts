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
    {
      name: "a-substitution-is-taken-for-a-script",
      anchor: "if (word.pipe) return pipedInto(context, target, plan);",
      replacement: 'if (word.pipe) return { kind: "file" };',
    },
    {
      name: "an-input-that-nobody-knows-is-trusted",
      anchor: 'if (stdin.kind === "file") return null;',
      replacement: 'if (stdin.kind !== "text") return null;',
    },
    {
      name: "a-remote-by-its-name-has-no-host",
      anchor: "addWanted(context, configuredHosts(given), unitIndex);",
      replacement: "addWanted(context, configuredHosts(given).slice(9), unitIndex);",
      tests: ["test/host/shell/wants.test.ts"],
    },
    {
      name: "what-gives-something-away-counts-as-fetching",
      anchor: 'return sends ? "send" : "fetch";',
      replacement: 'return sends ? "fetch" : "send";',
      tests: ["test/host/shell/wants.test.ts"],
    },
  ],
};
