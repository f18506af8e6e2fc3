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
      name: "a-state-that-was-never-given-out-is-taken-for-an-old-one",
      anchor: 'if (!entry) return given.has(name) ? "gone" : "unknown";',
      replacement: 'if (!entry) return "gone";',
    },
    {
      name: "a-client-is-asked-for-what-it-cannot-do",
      anchor: "if (lacking.length > 0 || put === null) {",
      replacement: "if (put === null) {",
    },
    {
      name: "a-form-of-a-tool-does-not-say-whose-it-is",
      anchor: "message: `${message}\\n\\n(${who})`",
      replacement: "message: who === message ? who : message",
    },
    {
      name: "a-form-of-any-size-is-shown",
      anchor: "if (JSON.stringify(params).length > MAX_PARAMS)",
      replacement: "if (JSON.stringify(params).length < 0)",
    },
    {
      name: "headers-may-say-something-else-than-the-body",
      anchor: 'said !== "" && Number(said) === value : said === String(value);',
      replacement: 'said !== "" && Number(said) === value : said !== "";',
    },
    {
      name: "a-client-hears-of-resources-of-others",
      anchor: "if (subscribed(change.uri)) server",
      replacement: "if (subscribed) server",
    },
    {
      name: "what-failed-inside-is-told",
      anchor:
        'if (!isToolError(error)) throw new ProtocolError(ProtocolErrorCode.InternalError, "Failed");',
      replacement:
        "if (!isToolError(error)) throw new ProtocolError(ProtocolErrorCode.InternalError, String(error));",
    },
    {
      name: "figures-of-progress-may-fall",
      anchor: "own !== null && own.progress > last ? own",
      replacement: "own !== null ? own",
    },
  ],
};
