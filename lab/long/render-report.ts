/** The end of one part of a long run. */
export interface PartOutcome {
  readonly name: string;
  readonly command: string;
  /** The commit that was tried: parts of one day may have run on different ones. */
  readonly commit: string;
  /** Null: it was stopped. */
  readonly code: number | null;
  /** Who stopped it: its own bound, or a person who stopped the whole run. */
  readonly stoppedBy: "bound" | "person" | null;
  readonly seconds: number;
  /** The last line that it printed as one JSON object, or null. */
  readonly json: string | null;
  /** The end of what it printed, where it failed. */
  readonly tail: string;
}

/** A part that has no outcome: it has not begun, or it had begun when this was written. */
interface PartWithout {
  readonly name: string;
  readonly command: string;
  readonly isRunning: boolean;
}

export interface LongReport {
  readonly date: string;
  readonly machine: string;
  /** Every part there is, in order. */
  readonly parts: readonly (PartOutcome | PartWithout)[];
}

export function renderReport({ date, machine, parts }: LongReport): string {
  const outcomes = parts.filter((part) => "code" in part);
  const failed = outcomes.filter((outcome) => !isWell(outcome));
  const count = `${outcomes.length - failed.length} of ${parts.length} parts are well, ${failed.length} are not, ${parts.length - outcomes.length} did not run to an end.`;
  return [
    `# Long run of ${date}`,
    "",
    `${machine}. ${count}`,
    "",
    "| part | command | commit | ended | minutes |",
    "|---|---|---|---|---|",
    ...parts.map(renderRow),
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

function renderRow(part: PartOutcome | PartWithout): string {
  const about = `| ${part.name} | \`${part.command}\` |`;
  if (!("code" in part))
    return `${about} | ${part.isRunning ? "**begun, not ended**" : "not run"} | |`;
  return `${about} \`${part.commit}\` | ${describeEnd(part)} | ${(part.seconds / 60).toFixed(1)} |`;
}

function describeEnd({ code, stoppedBy }: PartOutcome): string {
  if (stoppedBy === "person") return "**stopped by hand**";
  if (code === null) return "**stopped: it did not end**";
  return code === 0 ? "well" : `**failed, exit ${code}**`;
}
