/** Options of the commands that serve MCP clients. */
import type { OptionSpec } from "../command/command.ts";

/** Lets questions wait where a client cannot be asked. */
export const WAIT_OPTION: OptionSpec = {
  type: "flag",
  summary: "Questions of clients that show no forms wait for: toolplane approvals.",
};

export const TOOLS_OPTION: OptionSpec = {
  type: "list",
  value: "NAMES",
  summary: "The tools that clients get: names, lean (the default) or a preset, such as everyday.",
};

export const CLIENT_VIEW_OPTION: OptionSpec = {
  type: "text",
  value: "WHERE",
  choices: ["own", "project"],
  summary: "own: what a client changes lands when it leaves; project: at once.",
};

/** The port, unless one is given: the same each time, so that what was pasted goes on working. */
export const DEFAULT_PORT = 7433;

export const HTTP_OPTIONS: Readonly<Record<string, OptionSpec>> = {
  port: {
    type: "number",
    value: "NUMBER",
    summary: `The port, ${DEFAULT_PORT} unless given. 0 takes a free one.`,
  },
  address: {
    type: "text",
    value: "ADDRESS",
    summary: "The address to listen on, 127.0.0.1 unless given.",
  },
  "allow-remote": {
    type: "flag",
    summary: "Listen on an address that other machines can reach.",
  },
  "allow-host": {
    type: "list",
    value: "NAME",
    summary: "A name that clients address the server by, behind a proxy say.",
  },
  "allow-origin": {
    type: "list",
    value: "ORIGIN",
    summary: "A web page that may call, as in https://app.example. None may unless given.",
  },
  "token-file": {
    type: "text",
    value: "FILE",
    summary: "Read the token from this file. TOOLPLANE_TOKEN may hold it instead.",
  },
  "oauth-issuer": {
    type: "text",
    value: "URL",
    summary: "Let clients in with tokens of this authorization server, too.",
  },
  "oauth-resource": {
    type: "text",
    value: "URL",
    summary: "This server's address as clients know it: what tokens are issued for.",
  },
  "oauth-client": {
    type: "text",
    value: "ID",
    summary: "Ask it about tokens that are not signed. TOOLPLANE_OAUTH_SECRET has the secret.",
  },
  "oauth-scope": {
    type: "list",
    value: "SCOPE",
    summary: "A scope that a token must carry.",
  },
};
