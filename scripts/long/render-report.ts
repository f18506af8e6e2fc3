/** How one part of a long run ended. */
export interface PartOutcome {
  readonly name: string;
  /** As a person types it. */
  readonly command: string;
  /** Null: it was stopped, because it did not end. */
  readonly code: number | null;
  readonly seconds: number;
  /** The last line that it printed as one JSON object, or null. */
  readonly json: string | null;
  /** The end of what it printed, where it failed. */
  readonly tail: string;
}

export interface LongReport {
  readonly date: string;
  readonly commit: string;
  readonly machine: string;
  readonly outcomes: readonly PartOutcome[];
}

export function renderReport({ date, commit, machine, outcomes }: LongReport): string {
  const failed = outcomes.filter((outcome) => !isWell(outcome));
  return [
    `# Long run of ${date}`,
    "",
    `Commit \`${commit}\`, ${machine}. ${outcomes.length - failed.length} of ${outcomes.length} parts are well.`,
    "",
    "| part | command | ended | minutes |",
    "|---|---|---|---|",
    ...outcomes.map(
      (outcome) =>
        `| ${outcome.name} | \`${outcome.command}\` | ${describeEnd(outcome)} | ${(outcome.seconds / 60).toFixed(1)} |`,
    ),
    "",
    ...outcomes.flatMap(({ name, json }) => [
      `## ${name}`,
      "",
      ...(json === null ? ["It printed no JSON line."] : ["```json", json, "```"]),
      "",
    ]),
    ...failed.flatMap(({ name, tail }) => [
      `## How ${name} failed`,
      "",
      "```text",
      tail.replaceAll("```", "'''"),
      "```",
      "",
    ]),
  ].join("\n");
}

/** True when it came to its end and found nothing wrong. */
export function isWell({ code }: PartOutcome): boolean {
  return code === 0;
}

function describeEnd({ code }: PartOutcome): string {
  if (code === null) return "**stopped: it did not end**";
  return code === 0 ? "well" : `**failed, exit ${code}**`;
}
