/**
 * What a program unpacks has names that stand in an archive or a patch. While nothing holds a command, it may write anything in
 * the folder it unpacks into; in a sandbox what it really wrote is judged when it lands.
 */
import type { UnpackSpec } from "../../knowledge/book/program-spec.ts";
import type { CommandContext, Invocation, Scope } from "../../line/command-context.ts";
import { addFile } from "../../resources/add-file.ts";
import { type ExpandedWord, literalWord } from "../../words/expanded-word.ts";
import { derived } from "./option-effects.ts";
import type { Scanned } from "./scan-options.ts";

export interface Unpacking {
  readonly spec: UnpackSpec;
  readonly scanned: Scanned;
  readonly scope: Scope;
  readonly unitIndex: number;
}

export function applyUnpacking(
  context: CommandContext,
  call: Invocation,
  { spec, scanned, scope, unitIndex }: Unpacking,
): void {
  if (!context.world.exposed || !isUnpacking(spec, scanned)) return;
  addUnpacked(context, folderOf(spec, scanned, call), { scope, unitIndex });
}

/** Anything in the folder may be written, whatever it is called. */
export function addUnpacked(
  context: CommandContext,
  folder: ExpandedWord,
  { scope, unitIndex }: Pick<Unpacking, "scope" | "unitIndex">,
): void {
  if (!context.world.exposed) return;
  const provenance = derived("operand", unitIndex);
  addFile(context, folder, { provenance, scope, access: "write", tree: true });
  // What the names are stands in the archive: of a folder that is not there yet nothing more can be said.
  context.reading.addUnknown(folder.text, "it writes files whose names stand in what it unpacks");
}

function isUnpacking({ when, unless, unlessNamed }: UnpackSpec, scanned: Scanned): boolean {
  const names = scanned.options.map(({ name }) => name);
  const [first] = scanned.operands;
  if (unless && names.some((name) => unless.test(name))) return false;
  if (unlessNamed && first !== undefined) return false;
  if (!when) return true;
  return [...names, ...(first ? [first.text] : [])].some((text) => when.test(text));
}

function folderOf(
  { into = {} }: UnpackSpec,
  { options, operands }: Scanned,
  call: Invocation,
): ExpandedWord {
  const named = options.find(({ name, value }) => into.option?.test(name) && value)?.value;
  if (named) return named;
  for (const word of call.words.slice(1)) {
    const attached = into.attached?.exec(word.text)?.[1];
    if (attached !== undefined) return { ...word, text: attached };
  }
  const last = into.last && options.some(({ name }) => into.last?.test(name)) && operands.at(-1);
  return last || literalWord(".");
}
