/** The command line as a page: every command as its declaration says it, the options of all, and the exit codes. */
import type { Command, OptionSpec } from "@toolplane/cli/inside";
import { usage } from "@toolplane/cli/inside";

export interface CliTables {
  readonly commands: readonly Command[];
  readonly options: Readonly<Record<string, OptionSpec>>;
  readonly exits: readonly { readonly code: number; readonly meaning: string }[];
}

export function renderCli({ commands, options, exits }: CliTables): readonly string[] {
  const shown = commands.filter(({ isHidden }) => !isHidden);
  return [
    "Every command prints its result to standard output and everything else to standard error. With",
    "`--json` standard output holds one JSON value on one line, errors too.",
    "",
    "## Exit codes",
    "",
    "| code | meaning |",
    "|---|---|",
    ...exits.map(({ code, meaning }) => `| ${code} | ${cell(meaning)} |`),
    "",
    "## Options of every command",
    "",
    ...optionTable(options),
    "",
    "## Commands",
    "",
    "| command | group | what it does |",
    "|---|---|---|",
    ...shown.map(
      ({ name, group, summary }) =>
        `| [\`${name}\`](#${anchor(name)}) | ${group} | ${cell(summary)} |`,
    ),
    ...shown.flatMap((command) => renderCommand(command)),
  ];
}

function renderCommand(command: Command): readonly string[] {
  const {
    name,
    summary,
    description,
    arguments: words = [],
    options = {},
    examples = [],
  } = command;
  return [
    "",
    `### ${name}`,
    "",
    summary,
    "",
    ...fence([usage(command)]),
    ...(description === undefined ? [] : ["", ...fence(description.split("\n"))]),
    ...(words.length === 0
      ? []
      : [
          "",
          "| word | |",
          "|---|---|",
          ...words.map((word) => `| \`${word.name.toUpperCase()}\` | ${cell(word.summary)} |`),
        ]),
    ...(Object.keys(options).length === 0 ? [] : ["", ...optionTable(options)]),
    ...(examples.length === 0
      ? []
      : ["", ...fence(examples.flatMap(({ line, meaning }) => [`# ${meaning}`, line]))]),
  ];
}

function optionTable(options: Readonly<Record<string, OptionSpec>>): readonly string[] {
  return [
    "| option | |",
    "|---|---|",
    ...Object.entries(options).map(([name, { type, value, short, summary, choices }]) => {
      const written = `--${name}${type === "flag" ? "" : ` ${value ?? "VALUE"}`}`;
      const also = short ? `\`-${short}\`, ` : "";
      const one = choices ? ` One of ${choices.map((choice) => `\`${choice}\``).join(", ")}.` : "";
      return `| ${also}\`${written}\` | ${cell(summary)}${one}${type === "list" ? " May be given several times." : ""} |`;
    }),
  ];
}

/** Not marked as a command block: those are run, and these are forms. */
function fence(lines: readonly string[]): readonly string[] {
  return ["```text", ...lines, "```"];
}

function anchor(name: string): string {
  return name.replaceAll(" ", "-");
}

function cell(text: string): string {
  return text.replaceAll("|", "\\|").replaceAll("\n", " ");
}
