/** What travels between the host and a compute worker. Everything in it survives structured cloning. */
import type { ErrorCode } from "@toolplane/contract";

/** Work for a worker. `module` is a file URL. */
export interface ComputeJob {
  readonly id: number;
  readonly module: string;
  readonly input: unknown;
}

/** How it went. An error of the module keeps its code; anything else is a text for the operator. */
export type ComputeAnswer =
  | { readonly id: number; readonly ok: true; readonly value: unknown }
  | {
      readonly id: number;
      readonly ok: false;
      readonly code: ErrorCode | null;
      readonly message: string;
    };
