import type { Skill, SkillIndex, SkillNote } from "@toolplane/agent";
import { skillPlaces } from "@toolplane/library/rooms/product";
import { readSettings, shortenPath } from "@toolplane/library/rooms/settings";
import { readSkillIndex } from "@toolplane/library/rooms/skills";
import { formatPlural, nearestName } from "@toolplane/readings";
import { CliError } from "../../command/cli-error.ts";
import type { CommandRun } from "../../command/command.ts";
import { EXIT_CODES } from "../../command/exit-code.ts";
import { type Column, renderTable } from "../../terminal/lines/render-table.ts";
import type { Mark } from "../../terminal/paint.ts";
import type { Terminal } from "../../terminal/terminal.ts";
import { escapeText } from "../../terminal/text/escape-text.ts";
import { indentText, wrapText } from "../../terminal/text/wrap-text.ts";

const COLUMNS: readonly Column[] = [
  { title: "Skill", shrink: 16 },
  { title: "From" },
  { title: "Where", drop: 1, shrink: 20 },
];

export const runSkills: CommandRun = async (context) => {
  const { terminal, arguments: given } = context;
  const settings = await readSettings(context);
  const index = await readSkillIndex(skillPlaces(settings));
  const [name] = given.words;
  if (name !== undefined) {
    printSkill(terminal, findSkill(index, name));
    return EXIT_CODES.done;
  }
  terminal.json({
    skills: index.skills.map(facts),
    warnings: index.warnings,
    skipped: index.skipped,
  });
  printIndex(terminal, index, (place) => shortenPath(place, settings.home));
  return EXIT_CODES.done;
};

function findSkill({ skills, skipped }: SkillIndex, name: string): Skill {
  const skill = skills.find((one) => one.name === name);
  if (skill) return skill;
  const near = nearestName(
    name,
    skills.map((one) => one.name),
  );
  throw new CliError(`There is no skill ${escapeText(name)}.`, {
    next: [
      ...(near === null ? [] : [`toolplane skills ${near}`]),
      `toolplane skills   lists all, and ${formatPlural(skipped.length, "place")} left out.`,
    ],
  });
}

/** Everything but the text, which may be long. */
function facts({ body: _, ...skill }: Skill) {
  return skill;
}

function printSkill(terminal: Terminal, skill: Skill): void {
  terminal.json(skill);
  terminal.note(escapeText(`${skill.origin}  ${skill.place}`));
  if (skill.allowedTools !== null)
    terminal.note(escapeText(`While in use: ${skill.allowedTools.join(", ") || "no tools"}`));
  for (const line of skill.body.split("\n")) terminal.print(escapeText(line));
}

function printIndex(
  terminal: Terminal,
  { skills, warnings, skipped }: SkillIndex,
  shorten: (place: string) => string,
): void {
  const lines = renderTable({
    columns: COLUMNS,
    rows: skills.map(({ name, origin, place, description }) => ({
      cells: [name, origin, shorten(place)],
      notes: [description],
    })),
    width: terminal.columns(),
    paint: terminal.out,
  });
  if (skills.length > 0) for (const line of lines) terminal.print(line);
  printNotes(terminal, { title: "Not as specified", mark: "ask", notes: warnings, shorten });
  printNotes(terminal, { title: "Left out", mark: "off", notes: skipped, shorten });
  terminal.note(
    skills.length === 0 && skipped.length === 0
      ? "No skills. One is a folder with a SKILL.md, in .agents/skills here\nor in your home folder."
      : `\n${formatPlural(skills.length, "skill")}, ${skipped.length} left out.`,
  );
}

function printNotes(
  terminal: Terminal,
  {
    title,
    mark,
    notes,
    shorten,
  }: {
    readonly title: string;
    readonly mark: Mark;
    readonly notes: readonly SkillNote[];
    readonly shorten: (place: string) => string;
  },
): void {
  if (notes.length === 0) return;
  const width = terminal.columns();
  terminal.print(`\n${title}`);
  for (const { place, text } of notes) {
    const [first = "", ...more] = wrapText(escapeText(shorten(place)), width - 4);
    terminal.print(`  ${terminal.out.mark(mark)} ${first}`);
    for (const line of more) terminal.print(`    ${line}`);
    for (const line of indentText(escapeText(text), "    ", width)) terminal.print(line);
  }
}
