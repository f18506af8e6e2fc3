/**
 * Lists the problems of files since a tool changed them, for its result. Only where a person switched that on; the
 * change itself has happened by then, so nothing here can fail it.
 */
import type { ChangedText, RuntimeBase } from "@toolplane/contract";
import { escapeHidden } from "@toolplane/readings";
import { showDiagnostic } from "./show-diagnostic.ts";

const MAX_SHOWN = 20;

/** A member for the tool's data, where there are problems. */
export interface NewDiagnostics {
  readonly diagnostics?: readonly string[];
}

export async function newDiagnostics(
  { services, signal }: Pick<RuntimeBase, "services" | "signal">,
  files: readonly ChangedText[],
): Promise<NewDiagnostics> {
  const found = await services.languages?.check?.(files, signal).catch(() => []);
  const lines = (found ?? []).flatMap(({ path, diagnostics }) =>
    diagnostics.map((one) => `${escapeHidden(path)}:${showDiagnostic(one)}`),
  );
  if (lines.length === 0) return {};
  const left = lines.length - MAX_SHOWN;
  const more = left > 0 ? [`… ${left} more`] : [];
  return { diagnostics: [...lines.slice(0, MAX_SHOWN), ...more] };
}
