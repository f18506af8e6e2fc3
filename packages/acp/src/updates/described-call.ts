import type { JsonObject } from "@toolplane/contract";

/** A call as it is announced before it runs. */
export interface DescribedCall {
  readonly id: string;
  readonly tool: string;
  readonly arguments: JsonObject;
}
