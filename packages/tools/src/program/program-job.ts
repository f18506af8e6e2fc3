/** Messages between a tool and the worker in which a program runs: texts and numbers only. */

export interface ProgramInput {
  readonly program: string;
  readonly limits: ProgramLimits;
  /** Where the program may call tools: from when its clock counts. Null: it calls none and has the time of the machine. */
  readonly startedAtMs: number | null;
}

export interface ProgramLimits {
  /** How long it may compute; waiting for its calls does not count. */
  readonly busyMs: number;
  readonly memoryBytes: number;
  readonly maxCalls: number;
  /** Characters of what it returns, and of all that it prints. */
  readonly maxValueChars: number;
  readonly maxPrintedChars: number;
}

/** A program's request: a call, or the declarations of tools. Numbered from 1; the arguments are JSON. */
export type ProgramQuestion = { readonly number: number; readonly arguments: string } & (
  | { readonly kind: "call"; readonly name: string }
  | { readonly kind: "declarations" }
);

/** The reply to it: JSON, or an error that it can catch. */
export type ProgramReply =
  | { readonly ok: true; readonly json: string }
  | { readonly ok: false; readonly code: string; readonly message: string };

/** How it went. `value` is JSON. */
export type ProgramEnd = { readonly printed: string } & (
  | { readonly ended: "returned"; readonly value: string }
  | {
      readonly ended: "thrown";
      readonly message: string;
      readonly line: number | null;
      /** The call whose refusal the program did not catch, counted from 1. */
      readonly call: number | null;
    }
  | { readonly ended: "timeout" | "memory" | "stuck" | "too_large" }
);
