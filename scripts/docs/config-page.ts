// The reference of settings: the table of values is made from the declaration that also reads them; the text about the files as a
// whole is written here.
import type { SettingSpec } from "@toolplane/library/inside";

export type SettingTable = Readonly<Record<string, SettingSpec>>;

export function renderConfig(settings: SettingTable): readonly string[] {
  return [
    "`toolplane config` prints every value that holds, and where it comes from. Five layers; later ones win:",
    "",
    "| layer | where | may say |",
    "|---|---|---|",
    "| bundled | toolplane itself | everything below |",
    "| global | `~/.config/toolplane/config.jsonc` and `policy.jsonc`, and `projects/NAME-….jsonc` with rules for one project; the folder is `$XDG_CONFIG_HOME/toolplane`, or `$TOOLPLANE_CONFIG` | every setting, `rules` |",
    "| project | `.toolplane/config.jsonc` and `policy.jsonc` in the workspace, once you trusted them | `rules`, `tools` |",
    "| environment | the variables below | every setting but `reach`, `secrets`, `notify`, `record` and `tools` |",
    "| flags | `--set NAME=VALUE` with any command | every setting but `reach`, `secrets`, `notify`, `record` and `tools` |",
    "",
    "`toolplane init` writes a project's two files, `toolplane init --global` your own, with comments and with the JSON",
    "schemas that editors complete them with. Nothing is ever overwritten.",
    "",
    "## Settings",
    "",
    "| name | value | unless set | variable |",
    "|---|---|---|---|",
    ...Object.entries(settings).map(
      ([name, { kind, bundled, variable }]) =>
        `| [\`${name}\`](#${name.toLowerCase()}) | ${describeKind(kind)} | \`${JSON.stringify(bundled)}\` | ${variable ? `\`${variable}\`` : "none"} |`,
    ),
    "",
    ...Object.entries(settings).flatMap(([name, { summary, project }]) => [
      `### ${name}`,
      "",
      `${summary}${project ? " A trusted project may say it too, within [bounds](#what-a-project-may-say)." : ""}`,
      "",
    ]),
    ...FILES,
  ];
}

function describeKind(kind: SettingSpec["kind"]): string {
  switch (kind.type) {
    case "choice":
      return kind.choices.map((choice) => `\`"${choice}"\``).join(", ");
    case "switch":
      return "`true` or `false`; as a word `on` or `off`";
    case "count":
      return `whole number ${kind.least ? `from ${kind.least} ` : ""}up to ${kind.most.toLocaleString("en")}`;
    case "texts":
      return "list of texts; as a word separated by commas";
    case "places":
      return "list of places below the workspace; as a word separated by commas";
    case "reach":
      return "object with lists `read`, `write` and `hosts`; folders are absolute or begin with `~/`";
    case "secrets":
      return 'objects by the name of a variable, each with `for`, `as` (`"bearer"`, `"basic"` or `{ "header": NAME }`) and `from` (`env`, `file` or `command`)';
    case "record":
      return 'object with `postgres` (an address without a password, or `{ "env": NAME }` or `{ "file": PATH }` where one holds it); `direct` (the same past a pooler), `key` (`env` or `file`) and `oldKeys` (a list of such), each where wanted';
    case "notify":
      return 'object with `command` (a program and its arguments), `webhook` (an address, or `{ "env": NAME }`) or both; `on` (`"question"`, `"run-end"`) and `text` (`true` or `false`) where wanted';
    case "prices":
      return "objects by the name of a model, each with `input` and `output`, and `cached` and `written` where wanted: dollars for a million tokens";
    case "tools":
      return "objects by tool id";
  }
}

const FILES: readonly string[] = [
  "## Files",
  "",
  "JSON with comments and trailing commas. Everything else is strict: a name written twice, a name that does not exist, a value",
  "of the wrong kind, a rule that does not compile, a file over 1 MiB stop every command with exit code 2, the line and what to write.",
  "Rules may stand in `config.jsonc` or, alone, in `policy.jsonc`; both count. Your own files must not be writable by everybody.",
  "Where your configuration lies inside the workspace, a rule that cannot be loosened closes it to every tool that writes.",
  "",
  "Your own rules have the scope `manifest`: what they deny is final in every project and session. A project's rules have the scope",
  "`project`.",
  "",
  "## notify, in full",
  "",
  "- `command`: a program and its arguments. The program is a name on `PATH` or an absolute path. It starts in your home folder; its last",
  "  argument is the sentence, its standard input the facts as JSON. What it prints goes nowhere.",
  '- `webhook`: an http or https address, or `{ "env": NAME }` where a variable holds it. It gets the same JSON by POST; redirects are not',
  "  followed. Rules about its host hold, and a host of your own machine or network must stand in `reach`.",
  '- `on`: `["question", "run-end"]` unless given.',
  "- `text`: `true` sends along what was asked, masked and cut to 300 characters.",
  "",
  "One message is on its way at a time, for ten seconds at the most. Five wait, ten go out in a minute; the next one counts those that",
  "were left out. Closing waits three seconds for what is on its way.",
  "",
  "## What a project may say",
  "",
  "- `rules`: any. They never loosen what your own rules deny.",
  '- `tools`: `"enabled": false`, numbers, and texts that only narrow (`code_search.include`). A tool that you switched off stays off;',
  "  a number that you set too counts only where the project's is lower. Addresses, headers and names of variables (the services of",
  "  `web_search`) are yours to say.",
  '- `flow`: `"default"` or `"wary"`, which counts where it is stricter than what you said.',
  "- Anything else is refused with its line, and such a file cannot be trusted.",
  "",
  "Only the folder in the root of the workspace counts: none above it, none below.",
  "",
  "## Trust",
  "",
  "`toolplane trust` shows what the project's files say, what loosens first, and asks. Trust is in the content of both files and in",
  "the real path of the workspace.",
  "",
  "| state | what applies |",
  "|---|---|",
  "| none | there is nothing to apply |",
  "| untrusted | what its rule file denies and asks about; nothing else is read |",
  "| trusted | all of it |",
  "| changed | nothing of the new content; what the trusted content denied or asked about still holds. `toolplane trust` shows the difference |",
  "",
  "`--trust-once` with any command trusts what is there for that run only, such as in a job that starts from a clean checkout.",
  "`toolplane trust --yes` keeps trust without asking, `--list` lists, `--revoke` takes it back. Trust is kept in",
  "`~/.local/share/toolplane/trust`, one file for each project, readable by you only and closed to every tool; the folder above it is",
  "`$XDG_DATA_HOME/toolplane`, or `$TOOLPLANE_DATA`. A record that cannot be read counts as no trust, and every command says so.",
];
