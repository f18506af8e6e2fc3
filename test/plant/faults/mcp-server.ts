/** Mistakes in what the MCP server tells a client, asks of it, and takes from it. */
import type { Area } from "../fault.ts";

export const MCP_SERVER_FAULTS: Area = {
  name: "mcp-server",
  in: "packages/mcp/src/server",
  tests: [
    [
      "packages/mcp/src/server",
      "test/mcp/offers.test.ts",
      "test/mcp/client-service.test.ts",
      "test/mcp/approvals.test.ts",
    ],
  ],
  faults: [
    {
      name: "an-answer-counts-for-another-request",
      anchor: 'if (!isSameWork(entry.params, params)) return "gone";',
      replacement: 'if (!entry.params) return "gone";',
    },
    {
      name: "headers-may-say-something-else-than-the-body",
      anchor: 'said !== "" && Number(said) === value : said === String(value);',
      replacement: 'said !== "" && Number(said) === value : said !== "";',
    },
    {
      name: "what-failed-inside-is-told",
      anchor:
        'if (!isToolError(error)) throw new ProtocolError(ProtocolErrorCode.InternalError, "Failed");',
      replacement:
        "if (!isToolError(error)) throw new ProtocolError(ProtocolErrorCode.InternalError, String(error));",
    },
  ],
};
