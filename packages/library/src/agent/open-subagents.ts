/**
 * The kinds of subagents of one toolplane: those of the project (`.toolplane/agents/*.md`), of the person, and those that are built in;
 * the first of a name counts. A project's are used only where a person trusted exactly these texts.
 */
import {
  BUILT_IN_SUBAGENTS,
  readSubagent,
  type SubagentIndex,
  type SubagentNote,
  type SubagentType,
} from "@toolplane/agent";
import { eachMarkdownFile, type MarkdownPlaces, UNTRUSTED } from "./markdown-files.ts";

/** The folder of their files, in the project's folder or the person's own. */
export const SUBAGENTS_FOLDER = "agents";

/** Finds them. The index lists what cannot be used. */
export function openSubagents(places: MarkdownPlaces): SubagentIndex {
  const types = new Map<string, SubagentType>();
  const skipped: SubagentNote[] = [];
  const found = { kind: "agents", folder: SUBAGENTS_FOLDER } as const;
  for (const file of eachMarkdownFile(places, found, skipped)) {
    const { name, place, origin } = file;
    const read = readSubagent(file.bytes, { name });
    if (!read.ok) skipped.push({ place, text: read.reason });
    else if (!file.isTrusted) skipped.push({ place, text: UNTRUSTED });
    else if (!types.has(name)) types.set(name, { ...read.type, origin, place });
  }
  for (const type of BUILT_IN_SUBAGENTS) if (!types.has(type.name)) types.set(type.name, type);
  return Object.freeze({ types: [...types.values()], skipped });
}
