import type { JsonObject } from "@toolplane/contract";

/** A call as it is told of before it runs. */
export interface DescribedCall {
  readonly id: string;
  readonly tool: string;
  readonly arguments: JsonObject;
}
