/** `--help` of one command, made from its declaration. */

import { wrapText } from "../terminal/text/wrap-text.ts";
import type { Command, OptionSpec } from "./command.ts";
import { GLOBAL_OPTIONS } from "./global-options.ts";

const COLUMN = 26;

/** The help as text, at most 80 columns wide. */
export function printHelp(command: Command): string {
  const {
    name,
    summary,
    description,
    arguments: words = [],
    options = {},
    examples = [],
  } = command;
  const parts = [
    wrapText(`toolplane ${name}: ${summary}`, 80).join("\n"),
    `Usage  ${usage(command)}`,
  ];
  if (description) parts.push(wrapText(description, 80).join("\n"));
  if (words.length > 0)
    parts.push(
      section(
        "Takes",
        words.map((word) => [word.name.toUpperCase(), word.summary]),
      ),
    );
  if (Object.keys(options).length > 0) parts.push(section("Options", optionRows(options)));
  parts.push(section("Always", optionRows(GLOBAL_OPTIONS)));
  if (examples.length > 0)
    parts.push(
      [
        "Examples",
        ...examples.flatMap(({ line, meaning }) => [`  ${line}`, `      ${meaning}`]),
      ].join("\n"),
    );
  return parts.join("\n\n");
}

/** The commands that begin with the same word, for who typed only that. */
export function printBranch(word: string, commands: readonly Command[]): string {
  const own = commands.filter(({ name, isHidden }) => name.startsWith(`${word} `) && !isHidden);
  return [
    section(
      `toolplane ${word} takes one more word:`,
      own.map(({ name, summary }) => [name.slice(word.length + 1), summary]),
    ),
    `toolplane ${word} WORD --help   says more.`,
  ].join("\n\n");
}

/** `toolplane show SESSION [CALL] [options]`. */
export function usage({ name, arguments: words = [], options = {} }: Command): string {
  const shown = words.map(({ name: word, required, rest }) => {
    const text = `${word.toUpperCase()}${rest ? "…" : ""}`;
    return required ? text : `[${text}]`;
  });
  const tail = Object.keys(options).length > 0 ? ["[options]"] : [];
  return ["toolplane", name, ...shown, ...tail].join(" ");
}

function optionRows(
  options: Readonly<Record<string, OptionSpec>>,
): readonly (readonly [string, string])[] {
  return Object.entries(options).map(([name, spec]) => {
    const value = spec.type === "flag" ? "" : ` ${spec.value ?? "VALUE"}`;
    const short = spec.short ? `-${spec.short}, ` : "";
    const choices = spec.choices ? ` One of ${spec.choices.join(", ")}.` : "";
    return [`${short}--${name}${value}`, `${spec.summary}${choices}`] as const;
  });
}

function section(title: string, rows: readonly (readonly [string, string])[]): string {
  const lines = rows.flatMap(([left, right]) => {
    const [first = "", ...more] = wrapText(right, 80 - COLUMN);
    const head =
      left.length + 3 > COLUMN
        ? [`  ${left}`, `${" ".repeat(COLUMN)}${first}`]
        : [`  ${left}`.padEnd(COLUMN) + first];
    return [...head, ...more.map((line) => " ".repeat(COLUMN) + line)];
  });
  return [title, ...lines].join("\n");
}
