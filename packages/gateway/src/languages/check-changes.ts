/**
 * Finds what is wrong with files since they were changed. The caller that changed them waits for a bounded time and goes on with
 * what is known by then; a server that is still starting answers the next time. The questions themselves run on to their end, so
 * that the server is left with the text that is in the files.
 */
import type {
  ChangedText,
  CodeDiagnostic,
  FileDiagnostics,
  LanguageService,
} from "@toolplane/contract";
import type { Clock } from "@toolplane/contract/ports";

export interface CheckOptions {
  readonly ask: LanguageService["ask"];
  readonly clock: Pick<Clock, "setTimer">;
  readonly waitMs: number;
}

/** More files of one change are not asked about. */
const MAX_FILES = 20;
const MAX_CHARS = 2_000_000;

export async function checkChanges(
  files: readonly ChangedText[],
  signal: AbortSignal,
  { ask, clock, waitMs }: CheckOptions,
): Promise<readonly FileDiagnostics[]> {
  const found: FileDiagnostics[] = [];
  const over = Promise.withResolvers<void>();
  const disarm = clock.setTimer(waitMs, over.resolve);
  const stop = (): void => over.resolve();
  signal.addEventListener("abort", stop, { once: true });
  const all = async (): Promise<void> => {
    for (const file of files.slice(0, MAX_FILES)) {
      const diagnostics = await newIn(file, (text) => diagnose(ask, { ...file, text, signal }));
      if (diagnostics.length > 0) found.push({ path: file.path, diagnostics });
    }
  };
  try {
    if (!signal.aborted) await Promise.race([all(), over.promise]);
    return [...found];
  } finally {
    disarm();
    signal.removeEventListener("abort", stop);
  }
}

/** Most changes leave nothing wrong; only then is it worth asking what was wrong before. */
async function newIn(
  { before, after }: ChangedText,
  diagnose: (text: string) => Promise<readonly CodeDiagnostic[]>,
): Promise<readonly CodeDiagnostic[]> {
  if (after.length > MAX_CHARS) return [];
  const now = await diagnose(after);
  if (now.length === 0 || before === null || before.length > MAX_CHARS) return now;
  const known = new Map<string, number>();
  for (const one of await diagnose(before)) known.set(keyOf(one), (known.get(keyOf(one)) ?? 0) + 1);
  // Asked once more, so that the server does not take the old text for the current one.
  await diagnose(after);
  return now.filter((one) => {
    const left = known.get(keyOf(one)) ?? 0;
    known.set(keyOf(one), left - 1);
    return left <= 0;
  });
}

/** Lines move with every change; what is said does not. */
function keyOf({ severity, source, message }: CodeDiagnostic): string {
  return JSON.stringify([severity, source, message]);
}

async function diagnose(
  ask: LanguageService["ask"],
  {
    path,
    text,
    signal,
  }: { readonly path: string; readonly text: string; readonly signal: AbortSignal },
): Promise<readonly CodeDiagnostic[]> {
  try {
    const answer = await ask({ question: { about: "diagnostics" }, path, text, signal });
    if (answer.kind !== "diagnostics") return [];
    return answer.diagnostics.filter(
      ({ severity }) => severity === "error" || severity === "warning",
    );
  } catch {
    // No server for it, or one that does not answer: nothing is known, and the change stays.
    return [];
  }
}
