/** Mistakes in what a stranger's server may do to us: with its words, its questions, its changes of mind, and our token. */
import type { Area } from "../fault.ts";

const HOSTILE = ["test/mcp/upstream/hostile.attack.test.ts"];
const HTTP = ["test/mcp/upstream/http.attack.test.ts"];
const CONTRACT = ["test/mcp/upstream/contract.test.ts"];

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
      name: "a-server-names-the-metadata-address-for-its-sign-in",
      anchor: "if (!isPublicHost(hostname))",
      replacement: 'if (hostname === "")',
      tests: HTTP,
    },
    {
      name: "a-sign-in-of-somebody-else-is-taken",
      anchor: 'if (!isSameSecret(given.get("state") ?? "", state))',
      replacement: 'if (state === "")',
      tests: HTTP,
    },
    {
      name: "one-of-two-tools-of-one-name-is-offered",
      anchor: "if (tools.delete(remoteName))",
      replacement: 'if (remoteName === "")',
      tests: HOSTILE,
    },
    {
      name: "a-tool-that-changed-is-called-as-it-was-agreed",
      anchor: "canonicalJson(now.definition) !== canonicalJson(definition)",
      replacement: "now.remoteName !== remoteName",
      tests: HOSTILE,
    },
    {
      name: "a-result-hides-characters",
      anchor: "return text(cleanText(block.text));",
      replacement: "return text(block.text);",
      tests: HOSTILE,
    },
    {
      name: "a-description-hides-characters",
      anchor: "cleanText(description).trim()",
      replacement: "description.trim()",
      tests: HOSTILE,
    },
    {
      name: "a-schema-that-cannot-be-used-is-offered",
      anchor: "return compiled.ok ? { ok: true, schema }",
      replacement: "return compiled ? { ok: true, schema }",
      tests: HOSTILE,
    },
    {
      name: "a-result-is-not-held-to-what-was-declared",
      anchor: "const fault = schema === null ? null : describeSchemaFault(value, schema, schemas);",
      replacement: "const fault: string | null = null;",
      tests: HOSTILE,
    },
    {
      name: "a-failure-of-the-server-is-a-result",
      anchor: "if (result.isError === true)",
      replacement: "if (result.isError === undefined && result.content === undefined)",
      tests: HOSTILE,
    },
    {
      name: "a-result-without-end-is-given-whole",
      anchor: "if (bytes <= left.bytes) {",
      replacement: "if (bytes <= Number.MAX_SAFE_INTEGER) {",
      tests: HOSTILE,
    },
    {
      name: "a-person-is-asked-for-a-password",
      anchor: "if (open.length > 0 && isSensitive([message, ...texts])) return null;",
      replacement: "",
      tests: HOSTILE,
    },
    {
      name: "a-server-is-told-what-fits-no-form",
      anchor: 'return fault ? { action: "cancel" } :',
      replacement: "return",
      tests: ["test/mcp/asking.attack.test.ts"],
    },
    {
      name: "a-server-fills-the-log-of-a-client",
      anchor: "if (!client || !mayLog()) return;",
      replacement: "if (!client) return;",
      tests: ["test/mcp/asking.attack.test.ts"],
    },
    {
      name: "a-person-is-sent-to-any-address",
      anchor: 'return protocol === "https:" || (protocol === "http:" && isHere) ? host : null;',
      replacement: "return isHere ? hostname : host;",
      tests: HOSTILE,
    },
    {
      name: "a-server-asks-as-often-as-it-likes",
      anchor: 'if (left < 0) return { reply: { action: "decline" } };',
      replacement: "",
      tests: HOSTILE,
    },
    {
      name: "somebody-answers-for-another-session-s-call",
      anchor:
        "return others.every(({ sessionId }) => sessionId === first.sessionId) ? first : null;",
      replacement: "return first;",
      tests: HOSTILE,
    },
    {
      name: "a-crash-loop-goes-on-for-ever",
      anchor: "if (failures >= limits.maxFailures) {",
      replacement: "if (failures === 0) {",
      tests: HOSTILE,
    },
    {
      name: "an-answer-that-nobody-asked-for-is-passed-on",
      anchor:
        "if (method === undefined || message.id === undefined) { unasked += 1; return null; }",
      replacement: "if (method === undefined || message.id === undefined) return message;",
      tests: HOSTILE,
    },
    {
      name: "calls-that-go-one-at-a-time-go-together",
      anchor: "if (!options.serialized) return board(call);",
      replacement: "if (options) return board(call);",
      tests: CONTRACT,
    },
  ],
};
