/** The files that `init` writes: commented, complete, and changing nothing that was not said. */
import type { FileLayer } from "../declaration/file-kind.ts";
import { SETTING_NAMES, SETTINGS } from "../declaration/setting-table.ts";
import { settingsSchema } from "../declaration/settings-schema.ts";

/** One file by its name in the folder. */
export interface StarterFile {
  readonly name: string;
  readonly text: string;
}

/** Those of a layer. The schemas lie beside the files, so that an editor needs neither network nor installation. */
export function starterFiles(layer: FileLayer): readonly StarterFile[] {
  const schema = (kind: "config" | "policy"): StarterFile => ({
    name: `${kind}.schema.json`,
    text: `${JSON.stringify(settingsSchema({ layer, kind }), null, 2)}\n`,
  });
  return [
    { name: "config.jsonc", text: layer === "project" ? PROJECT_CONFIG : personalConfig() },
    { name: "policy.jsonc", text: layer === "project" ? PROJECT_POLICY : PERSONAL_POLICY },
    schema("config"),
    schema("policy"),
  ];
}

const PROJECT_CONFIG = `// toolplane in this project. It applies once you trusted it: toolplane trust
{
  "$schema": "./config.schema.json",

  // Configuration of tools, by id. A project can switch a tool off and set its
  // numbers; "toolplane tools NAME" shows which there are.
  "tools": {
    // "web_fetch": { "enabled": false },
    // "grep": { "maxMatches": 100 },
  },
}
`;

const PROJECT_POLICY = `// Rules of this project; before toolplane trust only denies and asks hold. The
// narrower rule wins; if two are equal, the stricter. A deny of yours, or in a
// tool's own file, always holds. Try: toolplane policy explain read .env
{
  "$schema": "./policy.schema.json",
  "rules": [
    // Naming a file with keys asks anyway. This closes .env to everything.
    { "permission": "fs.read", "pattern": "**/.env", "action": "deny" },

    // Publishing is a person's decision.
    { "permission": "bash", "pattern": "git push *", "action": "ask" },
    { "permission": "bash", "pattern": "npm publish *", "action": "ask" }
    // What may run unasked:
    // { "permission": "bash", "pattern": "npm test*", "action": "allow" },
  ],

  // What must pass before changes land:
  // "land": { "require": [{ "name": "tests", "run": "npm test" }] },
}
`;

const PERSONAL_POLICY = `// Your own rules, for every project. What they deny is final: no project and
// no session can loosen it.
{
  "$schema": "./policy.schema.json",
  "rules": [
    { "permission": "fs.read", "pattern": "**/.env", "action": "deny" }
    // { "permission": "net.fetch", "pattern": "*.a.test", "action": "allow" },
  ],
}
`;

function personalConfig(): string {
  const settings = SETTING_NAMES.flatMap((name) => {
    const { summary, kind, bundled } = SETTINGS[name];
    const choices = kind.type === "choice" ? ` One of ${kind.choices.join(", ")}.` : "";
    return [
      "",
      ...comment(summary + choices),
      `  // ${JSON.stringify(name)}: ${JSON.stringify(bundled)},`,
    ];
  });
  return [
    "// Your own settings, for every project. Each line shows what holds unless you",
    "// say otherwise; toolplane config shows what holds here, and why.",
    "{",
    '  "$schema": "./config.schema.json",',
    ...settings,
    "}",
    "",
  ].join("\n");
}

const WIDTH = 74;

function comment(text: string): readonly string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    if (line !== "" && line.length + 1 + word.length > WIDTH) {
      lines.push(`  // ${line}`);
      line = word;
    } else line = line === "" ? word : `${line} ${word}`;
  }
  return [...lines, `  // ${line}`];
}
