import type { ErrorResult } from "@toolplane/contract";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type AgentToolError,
  agentToolError,
  displayAgentError,
  toAgentError,
} from "./agent-error.ts";

const anyError: fc.Arbitrary<AgentToolError> = fc.oneof(
  fc.record({ variant: fc.constant("Failed" as const), message: fc.string() }),
  fc.record({ variant: fc.constant("NotFound" as const), name: fc.string() }),
  fc.record({ variant: fc.constant("InvalidArgs" as const), message: fc.string() }),
  fc.constant({ variant: "Cancelled" as const }),
);

describe("S4's errors", () => {
  it("S4's errors display exactly S4's texts [R075] [R076] [R077] [R078]", () => {
    expect(displayAgentError({ variant: "Failed", message: "disk full" })).toBe("disk full");
    expect(displayAgentError({ variant: "NotFound", name: "bsh" })).toBe("Tool not found: bsh");
    expect(displayAgentError({ variant: "InvalidArgs", message: "path: missing" })).toBe(
      "Invalid arguments: path: missing",
    );
    expect(displayAgentError({ variant: "Cancelled" })).toBe("Cancelled");
  });

  it("S4's errors are ToolErrors that come back as they were", () => {
    fc.assert(
      fc.property(anyError, (error) => {
        const { code, message } = agentToolError(error);
        expect(message).toBe(displayAgentError(error));
        const result: ErrorResult = {
          type: "error",
          code,
          error_text: message,
          metadata: { duration_ms: 0 },
        };
        expect(toAgentError(result)).toEqual(error);
      }),
    );
  });
});
