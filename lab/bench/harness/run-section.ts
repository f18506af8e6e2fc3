/**
 * Runs a section: all rows once in each round, so that a slow minute of the machine hits every row alike, each pass in its own
 * process. A line's ratio is the median of the rounds' ratios and its noise how far those lie apart.
 */
import { spawn } from "node:child_process";
import { join } from "node:path";
import { bestYardstickMs, CALM_SHARE, YARDSTICK_VARIABLE } from "./calm-slices.ts";
import type { Figures, Line, Row, Section } from "./section.ts";
import { median, spread } from "./statistics.ts";

/** The outcome of a row: the median over all rounds, and how far the rounds lie apart. */
interface RowOutcome {
  readonly row: string;
  readonly note: string;
  readonly figures: Figures;
  readonly noise: Figures;
}

/** The outcome of a line. `met` is null where there is no goal. */
export interface LineOutcome {
  readonly line: string;
  readonly row: string;
  readonly figure: string;
  readonly ratio: number;
  readonly goal: number | null;
  readonly direction: "at most" | "at least" | null;
  readonly met: boolean | null;
  /** Spread of the rounds' ratios, as a share of the ratio. */
  readonly noise: number;
}

export interface SectionOutcome {
  readonly section: string;
  readonly rounds: number;
  readonly rows: readonly RowOutcome[];
  readonly lines: readonly LineOutcome[];
}

/** Which section, how often, and where to say how far it is. */
export interface SectionRun {
  readonly name: string;
  readonly file: string;
  readonly section: Section;
  readonly rounds: number;
  readonly onProgress: (text: string) => void;
}

/** Runs every row in every round. Throws when a row cannot be measured: a table with holes would be read as a result. */
export async function runSection(run: SectionRun): Promise<SectionOutcome> {
  const target = { file: run.file, yardstickMs: bestYardstickMs(30_000) };
  const measured = new Map<string, Figures[]>(run.section.rows.map((row) => [row.name, []]));
  for (let round = 1; round <= run.rounds; round += 1) {
    for (const row of run.section.rows) {
      run.onProgress(`${run.name}: round ${round} of ${run.rounds}, ${row.name}`);
      measured.get(row.name)?.push(await measureRow(target, row));
    }
  }
  return {
    section: run.name,
    rounds: run.rounds,
    rows: run.section.rows.map((row) => rowOutcome(row, measured.get(row.name) ?? [])),
    lines: run.section.lines.map((line) => lineOutcome(line, measured)),
  };
}

/** How often a pass is measured at most, while its child says that the machine was busy. */
const MAX_TRIES = 4;

interface Target {
  readonly file: string;
  /** The yardstick's best on this machine, looked for over about a second. */
  readonly yardstickMs: number;
}

async function measureRow(target: Target, row: Row): Promise<Figures> {
  let figures: Figures = {};
  for (let pass = 0; pass < row.passes.length; pass += 1) {
    figures = { ...figures, ...(await measureCalmly(target, row, pass)) };
  }
  return figures;
}

/** Once more when the machine was busy all along; the calmest try counts, whatever it measured. */
async function measureCalmly(target: Target, row: Row, pass: number): Promise<Figures> {
  let calmest: Figures = {};
  for (let turn = 0; turn < MAX_TRIES; turn += 1) {
    const figures = await measurePass(target, row, pass);
    const share = figures[CALM_SHARE] ?? 1;
    if (turn === 0 || share > (calmest[CALM_SHARE] ?? 1)) calmest = figures;
    if (share >= 1) break;
  }
  return calmest;
}

function measurePass({ file, yardstickMs }: Target, row: Row, pass: number): Promise<Figures> {
  const entry = join(import.meta.dirname, "run-pass.ts");
  const flags = ["--conditions=@toolplane/source", ...(row.passes[pass]?.nodeFlags ?? [])];
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [...flags, entry, file, row.name, String(pass)], {
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...process.env, [YARDSTICK_VARIABLE]: String(yardstickMs) },
    });
    let printed = "";
    let complaint = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      printed += text;
    });
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      complaint += text;
    });
    child.on("error", reject);
    child.on("close", (code) => {
      const last = printed.trimEnd().split("\n").at(-1) ?? "";
      if (code === 0 && last.startsWith("{")) resolve(JSON.parse(last) as Figures);
      else reject(new Error(`row "${row.name}" could not be measured\n${complaint.trim()}`));
    });
  });
}

function rowOutcome(row: Row, rounds: readonly Figures[]): RowOutcome {
  const figures: Record<string, number> = {};
  const noise: Record<string, number> = {};
  for (const figure of Object.keys(rounds[0] ?? {})) {
    const values = rounds.map((round) => round[figure] ?? Number.NaN);
    figures[figure] = median(values);
    noise[figure] = spread(values);
  }
  return { row: row.name, note: row.note, figures, noise };
}

function lineOutcome(line: Line, measured: ReadonlyMap<string, readonly Figures[]>): LineOutcome {
  const floors = measured.get(line.floor) ?? [];
  const ratios = (measured.get(line.row) ?? []).map(
    (figures, round) =>
      (figures[line.figure] ?? Number.NaN) / (floors[round]?.[line.figure] ?? Number.NaN),
  );
  const ratio = median(ratios);
  return {
    line: line.line,
    row: line.row,
    figure: line.figure,
    ratio,
    ...judge(ratio, line.goal),
    noise: spread(ratios),
  };
}

function judge(ratio: number, goal: Line["goal"]): Pick<LineOutcome, "goal" | "direction" | "met"> {
  if (goal === null) return { goal: null, direction: null, met: null };
  return "atMost" in goal
    ? { goal: goal.atMost, direction: "at most", met: ratio <= goal.atMost }
    : { goal: goal.atLeast, direction: "at least", met: ratio >= goal.atLeast };
}
