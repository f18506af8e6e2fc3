/** A tool seen through S0's contract: the same value under S0's field names, nothing computed and nothing added. */
import type { ContractConstants, JsonSchema, Tool } from "@toolplane/contract";

/** S0's `ToolContract`: what the document lets a host know of a tool. */
export interface StudContract extends ContractConstants {
  readonly name: string;
  readonly inputSchema: JsonSchema;
  /** Null when the tool declares none. */
  readonly outputSchema: JsonSchema | null;
  readonly executor: "local" | "remote";
  readonly gated: boolean;
  /** Null when the tool leaves it to the kernel, which makes keys from the footprint of the call. */
  readonly deriveApprovalKey: Tool["approvalKey"];
}

export function toStudContract(tool: Tool): StudContract {
  return {
    ...tool.contract,
    name: tool.id,
    inputSchema: tool.parameters,
    outputSchema: tool.output,
    executor: tool.executor,
    gated: tool.gated,
    deriveApprovalKey: tool.approvalKey,
  };
}
