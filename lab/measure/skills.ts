// Counts the SKILL.md files that load, and those of them with a warning. Each row becomes a folder of its own on this machine's
// disk and is loaded by the tool `skill`, down the road.
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { createToolplane } from "toolplane";
import { bounded } from "./gitignore/bounded.ts";

interface SkillRow {
  readonly name: string;
  readonly path?: string;
  readonly skill_md: string;
}

export async function measure(options: {
  readonly data: string;
  readonly print?: (line: string) => void;
}): Promise<Readonly<Record<string, unknown>>> {
  const print = bounded(options.print ?? console.log);
  const rows = readRows(options.data);
  const base = realpathSync(mkdtempSync(join(tmpdir(), "toolplane-skills-")));
  const figures = { total: rows.length, loaded: 0, warned: 0 };
  try {
    for (const [at, row] of rows.entries()) {
      const folder = join(base, String(at));
      const { isLoaded, notes } = await load(folder, row);
      if (isLoaded) figures.loaded += 1;
      if (isLoaded && notes.length > 0) figures.warned += 1;
      for (const note of notes) print(`${row.name}: ${isLoaded ? "" : "not loaded, "}${note}`);
      rmSync(folder, { recursive: true, force: true });
    }
  } finally {
    rmSync(base, { recursive: true, force: true });
  }
  return figures;
}

function readRows(data: string): readonly SkillRow[] {
  return readFileSync(join(data, "skills.jsonl"), "utf8")
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => JSON.parse(line) as SkillRow);
}

async function load(
  folder: string,
  row: SkillRow,
): Promise<{ readonly isLoaded: boolean; readonly notes: readonly string[] }> {
  const paths = join(folder, "skills");
  const own = row.path === undefined ? "" : basename(dirname(row.path));
  const place = join(paths, own === "" || own === "." ? row.name.replace(/[/\0]/g, "-") : own);
  mkdirSync(place, { recursive: true });
  writeFileSync(join(place, "SKILL.md"), row.skill_md);
  const toolplane = await createToolplane({
    workspace: folder,
    userData: join(folder, "data"),
    sandbox: "none",
    record: false,
    skills: { home: false, project: "none", paths: [paths] },
    onWarning: () => {},
  });
  try {
    const { skills, warnings, skipped } = toolplane.skills;
    const notes = [...skipped, ...warnings].map(({ text }) => text);
    const [skill] = skills;
    if (skill === undefined) return { isLoaded: false, notes };
    const call = { id: "1", name: "skill", arguments: { name: skill.name } };
    const result = await toolplane.call(call);
    if (result.type === "error") return { isLoaded: false, notes: [...notes, result.error_text] };
    return { isLoaded: true, notes };
  } finally {
    await toolplane.close();
  }
}
