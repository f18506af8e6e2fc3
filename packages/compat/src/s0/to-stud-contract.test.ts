import { defineTool } from "@toolplane/contract";
import { describe, expect, it } from "vitest";
import { toStudContract } from "./to-stud-contract.ts";

describe("toStudContract", () => {
  it("shows a tool under S0's names, each with the tool's own value", () => {
    const approvalKey = ({ path }: { readonly path: string }) => path;
    const tool = defineTool({
      id: "read",
      description: "Reads.",
      parameters: {
        type: "object",
        properties: { path: { type: "string" } },
        required: ["path"],
      },
      output: { type: "string" },
      requires: {},
      gated: false,
      approvalKey,
      state: { version: 1, schema: { type: "integer" } },
      execute: () => "text",
    });
    expect(toStudContract(tool)).toEqual({
      kind: "Tool",
      contractVersion: "1.0.0",
      requiredCoreVersion: "*",
      configSchema: tool.contract.configSchema,
      loadedCardinality: "unlimited",
      activeCardinality: "unlimited",
      stateSlot: { version: 1, schema: { type: "integer" } },
      discoveryRules: tool.contract.discoveryRules,
      reloadBehavior: "between-turns",
      name: "read",
      inputSchema: tool.parameters,
      outputSchema: { type: "string" },
      executor: "local",
      gated: false,
      deriveApprovalKey: approvalKey,
    });
  });
});
