/** Measures sections one after the other. One that fails is reported and costs the others no figures. */
import { pathToFileURL } from "node:url";
import type { PreparedSection } from "../tools/prepared-section.ts";
import { printSection } from "./print-section.ts";
import { runSection, type SectionOutcome } from "./run-section.ts";

/** The outcome of one section. */
export interface MeasuredSection {
  readonly name: string;
  /** Null when it could not be measured; `lines` then say why. */
  readonly outcome: SectionOutcome | null;
  /** As Markdown. */
  readonly lines: readonly string[];
  readonly peers: readonly string[];
  readonly tookMs: number;
}

/** Which ones, how often, and where to say how far they are. */
export interface SectionsRun {
  readonly sections: ReadonlyMap<string, string>;
  readonly rounds: number;
  readonly onProgress: (text: string) => void;
  readonly onSection: (section: MeasuredSection) => void;
}

/** Measures all of them. Never rejects because of a section. */
export async function measureSections(run: SectionsRun): Promise<readonly MeasuredSection[]> {
  const all: MeasuredSection[] = [];
  for (const [name, file] of run.sections) {
    const startMs = performance.now();
    const measured = await measureOne(name, file, run).catch((error: unknown) =>
      failedSection(name, error),
    );
    const section = { name, ...measured, tookMs: performance.now() - startMs };
    all.push(section);
    run.onSection(section);
  }
  return all;
}

async function measureOne(
  name: string,
  file: string,
  { rounds, onProgress }: SectionsRun,
): Promise<Omit<MeasuredSection, "name" | "tookMs">> {
  const { section, prepare } = (await import(pathToFileURL(file).href)) as PreparedSection;
  if (prepare) onProgress(`${name}: preparing`);
  const remove = await prepare?.();
  try {
    const outcome = await runSection({ name, file, section, rounds, onProgress });
    return { outcome, lines: printSection(section, outcome), peers: section.peers };
  } finally {
    await remove?.();
  }
}

function failedSection(
  name: string,
  error: unknown,
): Pick<MeasuredSection, "outcome" | "lines" | "peers"> {
  const said = error instanceof Error ? error.message : String(error);
  const lines = [`## ${name}: not measured`, "", "```text", said.slice(0, 2_000), "```"];
  return { outcome: null, lines, peers: [] };
}
