/**
 * One change on disk that can still be taken back. A change is made of steps; when all have happened and the journal has
 * them, each is settled, and when anything fails before that, each is taken back, newest first.
 */
import { isToolError, ToolError } from "@toolplane/contract";
import type { FileChanged } from "../journal/change-journal.ts";

/** The change at one path, as the journal keeps it. */
export type ImageChange = Pick<FileChanged, "path" | "before" | "after" | "mode">;

export interface FileStep {
  readonly changes: readonly ImageChange[];
  readonly created: boolean;
  readonly bytes: number;
  /** Tells the editors that have other text of the file open, once everything is written. */
  readonly tell?: () => Promise<void>;
  /** Takes away what was only kept to go back. Does not fail. */
  settle(): void;
  /** Puts back what was there. */
  takeBack(): void;
}

/** Runs steps one after the other, then `finish`; when either fails, everything is as before. */
export async function takeSteps<T>(
  run: (step: (work: () => Promise<FileStep>) => Promise<FileStep>) => Promise<void>,
  finish: (steps: readonly FileStep[]) => Promise<T>,
): Promise<T> {
  const steps: FileStep[] = [];
  try {
    await run(async (work) => {
      const step = await work();
      steps.push(step);
      return step;
    });
    const value = await finish(steps);
    for (const step of steps) step.settle();
    return value;
  } catch (error) {
    throw takeAllBack(steps, error);
  }
}

function takeAllBack(steps: readonly FileStep[], error: unknown): unknown {
  const stuck: unknown[] = [];
  for (const step of steps.toReversed()) {
    try {
      step.takeBack();
    } catch (fault) {
      stuck.push(fault);
    }
  }
  if (stuck.length === 0) return error;
  const message = isToolError(error) ? error.message : "The change failed";
  return new ToolError("internal", `${message}; and not all of it could be taken back`, {
    cause: error,
    detail: { stuck: stuck.map(String) },
  });
}
