import type { SaidBy } from "./read-sentences.ts";

/** Where people see them, by the folders that say them; the first that fits counts. */
const PLACES: readonly (readonly [string, readonly string[]])[] = [
  ["In the chat", ["cli/src/chat"]],
  [
    "On cards: what is asked, and the answers",
    ["cli/src/terminal/card", "cli/src/terminal/words", "cli/src/broker", "kernel/src/approval"],
  ],
  ["In the doctor", ["cli/src/commands/doctor"]],
  ["In the commands of the terminal", ["cli/src"]],
  ["In the console", ["console/src"]],
  ["In an editor", ["acp/src"]],
  [
    "Why a call asks or is refused",
    [
      "kernel/src/judge",
      "kernel/src/policy",
      "kernel/src/flow",
      "kernel/src/watchdog",
      "kernel/src/budget",
      "kernel/src/pipeline",
      "kernel/src/runtime",
      "commands/src",
    ],
  ],
  ["Of rules, settings, trust and runs", ["library/src"]],
  ["Of the sandbox, and what lands", ["sandbox/src", "host/src"]],
  ["Of servers and web APIs", ["gateway/src", "mcp/src", "openapi/src"]],
  ["Of installs", ["installs/src"]],
  ["Of models, subagents and skills", ["agent/src"]],
  ["In the result of a call", ["tools/src", "disk/src", "kernel/src"]],
  ["In several places", ["readings/src"]],
];

/** The folders whose sentences are on the page. */
export const SAYING: readonly string[] = PLACES.flatMap(([, folders]) =>
  folders.map((folder) => `packages/${folder}`),
);

/** The lines of the page. */
export function renderSentences(said: readonly SaidBy[]): readonly string[] {
  const placeOf = ({ path }: SaidBy) =>
    PLACES.find(([, folders]) => folders.some((one) => path.startsWith(`packages/${one}/`)))?.[0];
  return [
    "Every sentence that a screen can show, by the place where people see it. Above each group stands what says it, in the words of the",
    "source. `…` is what is filled in: a path, a name, a number. Search the page for the part of a message that stays the same.",
    "",
    "Not here, because they are not found by reading the source: words of fewer than three in a row, such as labels and states; a",
    "sentence that is put together from parts is listed in its parts; what programs, servers, models and the system say. On pages of",
    "their own: [commands and options](cli.md), [settings](config.md), [error codes](errors.md), [tools](tools.md).",
    ...PLACES.flatMap(([place]) => [
      "",
      `## ${place}`,
      ...said.filter((one) => placeOf(one) === place).flatMap(saidLines),
    ]),
  ];
}

function saidLines({ path, meaning, sentences }: SaidBy): readonly string[] {
  const name = path.replace(/^packages\//, "").replace("/src/", "/");
  return [
    "",
    meaning === "" ? `\`${name}\`` : `${plain(meaning)} \`${name}\``,
    "",
    ...sentences.map((text) => `- ${code(text)}`),
  ];
}

/** A link or a tag in a comment is no link of this page. */
function plain(text: string): string {
  return text.replace(/[[\]<>*_|]/g, (sign) => `\\${sign}`);
}

function code(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.includes("`") ? `\`\` ${line} \`\`` : `\`${line}\``;
}
