import type { Skill, SkillIndex, SkillNote } from "@toolplane/agent";
import { skillPlaces } from "@toolplane/library/rooms/product";
import { readSettings, shortenPath } from "@toolplane/library/rooms/settings";
import { readSkillIndex } from "@toolplane/library/rooms/skills";
import { formatPlural, nearestName } from "@toolplane/readings";
import { CliError } from "../../command/cli-error.ts";
import type { CommandRun } from "../../command/command.ts";
import type { Report } from "../../command/report.ts";
import type { Mark } from "../../terminal/paint.ts";
import { line, note, type Shown, table, textLines } from "../../terminal/shown/shown.ts";
import { escapeText } from "../../terminal/text/escape-text.ts";

export const runSkills: CommandRun = async (context) => {
  const settings = await readSettings(context);
  const index = await readSkillIndex(skillPlaces(settings));
  const [name] = context.arguments.words;
  if (name !== undefined) return oneReport(findSkill(index, name));
  return indexReport(index, (place) => shortenPath(place, settings.home));
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

function oneReport(skill: Skill): Report {
  const { origin, place, allowedTools, body } = skill;
  return {
    json: skill,
    shown: [
      note(`${origin}  ${place}`),
      ...(allowedTools === null
        ? []
        : [note(`While in use: ${allowedTools.join(", ") || "no tools"}`)]),
      ...textLines(body),
    ],
  };
}

function indexReport(index: SkillIndex, shorten: (place: string) => string): Report {
  const { skills, warnings, skipped } = index;
  const rows = skills.map(({ name, origin, place, description }) => ({
    cells: [name, origin, shorten(place)],
    notes: [description],
  }));
  const columns = [
    { title: "Skill", shrink: 16 },
    { title: "From" },
    { title: "Where", drop: 1, shrink: 20 },
  ];
  return {
    json: { skills: skills.map(facts), warnings, skipped },
    shown: [
      ...(skills.length > 0 ? [table({ columns, rows })] : []),
      ...placeLines("Not as specified", "ask", { notes: warnings, shorten }),
      ...placeLines("Left out", "off", { notes: skipped, shorten }),
      ...(skills.length === 0 && skipped.length === 0
        ? [
            note("No skills. One is a folder with a SKILL.md, in .agents/skills here"),
            note("or in your home folder."),
          ]
        : [note(), note(`${formatPlural(skills.length, "skill")}, ${skipped.length} left out.`)]),
    ],
  };
}

function placeLines(
  title: string,
  mark: Mark,
  told: { readonly notes: readonly SkillNote[]; readonly shorten: (place: string) => string },
): readonly Shown[] {
  if (told.notes.length === 0) return [];
  return [
    line(),
    line(title),
    ...told.notes.flatMap(({ place, text }) => [
      line(told.shorten(place), { mark, indent: 2, wraps: true }),
      line(text, { indent: 4, wraps: true }),
    ]),
  ];
}
