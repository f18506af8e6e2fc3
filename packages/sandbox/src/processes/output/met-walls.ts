/** Asks which walls the words of a process speak of. Of a long output the end counts too: that is where programs say why they failed. */
import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import type { Wall } from "@toolplane/contract";
import { confinesProcesses, type ProcessContext } from "@toolplane/contract/ports";
import type { Sandbox, SandboxedCommand } from "../../backend/sandbox.ts";

export interface MetWalls {
  readonly sandbox: Pick<Sandbox, "status">;
  readonly context: Pick<ProcessContext, "walls" | "redactor">;
  readonly prepared: Pick<SandboxedCommand, "likelyRefused">;
  /** The home that it was given, as it sees it. */
  readonly home: { readonly inside: string } | null;
  /** Its output as it is shown, or its beginning. */
  readonly text: string;
  /** The file with all of it, where the text is cut. */
  readonly spool?: string;
  readonly failed: boolean;
}

const TAIL_BYTES = 16_384;

/** None where nothing confines processes: whatever stood in the way there is not our doing. */
export function metWalls(met: MetWalls): readonly Wall[] {
  const { sandbox, context, prepared, home, text, spool, failed } = met;
  if (context.walls === undefined || !confinesProcesses(sandbox.status)) return [];
  const end = spool === undefined ? "" : `\n${context.redactor.text(lastLines(spool))}`;
  const output = text + end;
  return context.walls({
    output,
    failed,
    likely: prepared.likelyRefused(output),
    ...(home === null ? {} : { home: home.inside }),
  });
}

/** Without the line that the bound cuts. */
function lastLines(spool: string): string {
  const file = openSync(spool, "r");
  try {
    const { size } = fstatSync(file);
    const bytes = Buffer.alloc(Math.min(size, TAIL_BYTES));
    readSync(file, bytes, 0, bytes.length, size - bytes.length);
    const text = bytes.toString("utf8");
    return size > TAIL_BYTES ? text.slice(text.indexOf("\n") + 1) : text;
  } finally {
    closeSync(file);
  }
}
