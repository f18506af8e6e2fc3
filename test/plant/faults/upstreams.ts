/** Mistakes in what a stranger's server may do to us: with its words, its questions, its changes of mind, and our token. */
import type { Area } from "../fault.ts";

const HOSTILE = ["test/mcp/upstream/hostile.attack.test.ts"];
const LONG = ["test/mcp/upstream/long-answers.attack.test.ts"];
const SIGN_IN = ["test/mcp/upstream/sign-in-addresses.attack.test.ts"];
const HTTP = ["test/mcp/upstream/http.attack.test.ts"];

export const UPSTREAMS_FAULTS: Area = {
  name: "upstreams",
  in: "packages/mcp/src/client",
  tests: [["packages/mcp/src/client"], ["test/mcp/upstream"]],
  faults: [
    {
      name: "a-server-s-redirect-is-followed",
      anchor: 'redirects: "manual",',
      replacement: 'redirects: "follow",',
      tests: HTTP,
    },
    {
      name: "an-answer-of-another-origin-is-believed",
      anchor: "if (new URL(answer.url).origin !== url.origin)",
      replacement: 'if (answer.url === "")',
      tests: HTTP,
    },
    {
      name: "an-answer-too-long-is-waited-for",
      anchor: "if (method === null) transport.onunread?.(id, maxMessageBytes);",
      replacement: "if (method === id) transport.onunread?.(id, maxMessageBytes);",
      tests: LONG,
    },
    {
      name: "a-message-without-end-is-heard-for-ever",
      anchor: "if (skipped > MAX_SKIPPED * maxMessageBytes) return giveUp();",
      replacement: "if (skipped < 0) return giveUp();",
      tests: LONG,
    },
    {
      name: "a-whole-answer-too-long-is-told-to-nobody",
      anchor: "onTooLong(); throw new TransportError(`The answer is longer",
      replacement: "throw new TransportError(`The answer is longer",
      tests: HTTP,
    },
    {
      name: "an-answer-that-nobody-can-place-ends-no-call",
      anchor: "asked.has(id) ? [id] : [...asked.keys()]",
      replacement: "asked.has(id) ? [id] : []",
      tests: LONG,
    },
    {
      name: "a-person-is-sent-to-sign-in-wherever-the-server-says",
      anchor: "refuseInward(url, new URL(options.url));",
      replacement: "",
      tests: SIGN_IN,
    },
    {
      name: "a-sign-in-at-the-server-s-own-name-may-be-without-https",
      anchor: "&& protocol === server.protocol",
      replacement: "",
      tests: SIGN_IN,
    },
    {
      name: "a-tool-that-changed-is-called-as-it-was-agreed",
      anchor: "canonicalJson(now.definition) !== canonicalJson(definition)",
      replacement: "now.remoteName !== remoteName",
      tests: HOSTILE,
    },
  ],
};
