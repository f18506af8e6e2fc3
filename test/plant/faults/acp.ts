/** Mistakes in what an editor is told, asked and believed. */
import type { Area } from "../fault.ts";

export const ACP_FAULTS: Area = {
  name: "acp",
  in: "packages/acp/src",
  tests: [
    ["packages/acp/src"],
    ["test/acp/editor.test.ts", "test/acp/files.test.ts", "test/acp/malformed.attack.test.ts"],
  ],
  faults: [
    {
      name: "a-closed-question-is-a-yes",
      anchor:
        'if (outcome.outcome !== "selected") return none("the client closed the question unanswered");',
      replacement: 'if (outcome.outcome !== "selected") return { answer: { choice: "once" } };',
      tests: ["test/acp/editor.test.ts"],
    },
    {
      name: "an-option-that-was-not-offered-is-a-yes",
      anchor: 'return picked ?? none("the client answered with none of the options");',
      replacement: 'return picked ?? { answer: { choice: "once" } };',
    },
    {
      name: "nobody-s-answer-is-a-person-s-no",
      anchor: 'throw new ToolError("permission_denied", unasked(question, said.why));',
      replacement: 'return { choice: "reject" };',
      tests: ["test/acp/editor.test.ts"],
    },
    {
      name: "a-no-for-good-is-forgotten",
      anchor: "if (isForGood && rejected.size < MAX_REMEMBERED) rejected.set(key, answer);",
      replacement: "if (isForGood && rejected.size < 0) rejected.set(key, answer);",
      tests: ["test/acp/editor.test.ts"],
    },
    {
      name: "calls-have-no-kind",
      anchor: "kind: kindOf(tool),",
      replacement: 'kind: "other" as const,',
      tests: ["test/acp/editor.test.ts"],
    },
    {
      name: "calls-that-never-ran-stay-open",
      anchor: 'update(id, { status: "failed", content: [textContent(why)] });',
      replacement: "",
      tests: ["packages/acp/src/updates/call-updates.test.ts"],
    },
    {
      name: "attached-text-is-a-person-s-words",
      anchor: "attached.push({ uri: block.resource.uri, text: block.resource.text });",
      replacement: "words.push(block.resource.text);",
    },
    {
      name: "files-are-asked-for-before-the-session-is-known",
      anchor: "if (!isKnown()) return null;",
      replacement: "",
      tests: ["test/acp/files.test.ts"],
    },
    {
      name: "lines-are-not-bounded",
      anchor: "maxBytes: maxMessageBytes,",
      replacement: "maxBytes: Number.POSITIVE_INFINITY,",
    },
    {
      name: "requests-are-not-bounded",
      anchor: "if (open.size >= maxOpenRequests)",
      replacement: "if (open.size < 0)",
    },
    {
      name: "a-client-that-does-not-read-fills-the-memory",
      anchor: "else if (waiting.length >= maxWaiting) onOverflow();",
      replacement: "else if (waiting.length < 0) onOverflow();",
    },
    {
      name: "a-second-prompt-runs-beside-the-first",
      anchor: "if (open.turn)",
      replacement: "if (open.turn && !prompt)",
      tests: ["test/acp/malformed.attack.test.ts"],
    },
    {
      name: "an-editor-is-told-what-failed-inside",
      anchor: 'return new RequestError(INTERNAL, "Something inside the agent failed.");',
      replacement: "return new RequestError(INTERNAL, String(error));",
      tests: ["packages/acp/src/serve/request-fault.test.ts"],
    },
    {
      name: "a-denied-file-is-shown-to-the-model-when-attached",
      in: "packages/cli/src/acp",
      anchor: 'if (result.type === "output" || HARMLESS.has(result.code)) return null;',
      replacement: "return null;",
      tests: ["test/acp/files.test.ts"],
    },
    {
      name: "a-server-of-the-editor-starts-unasked",
      in: "packages/cli/src/acp",
      anchor: "const isKnown = known.has(digest) || trusted.has(digest);",
      replacement: "const isKnown = true;",
      tests: ["test/acp/servers.attack.test.ts"],
    },
    {
      name: "unsaved-text-is-written-over-unseen",
      in: "packages/disk/src/files",
      anchor: "if (!seen.sawOpen(sessionId, real, contentAddress(open)))",
      replacement: "if (seen === null)",
      tests: ["test/acp/files.test.ts"],
    },
    {
      name: "a-verdict-of-another-mode-holds",
      in: "packages/kernel/src/pipeline",
      anchor: "if (shared?.verdict && shared.mode === session.mode.now() && !narrows(session))",
      replacement: "if (shared?.verdict && !narrows(session))",
      tests: ["test/acp/editor.test.ts"],
    },
    {
      name: "a-mode-that-was-chosen-does-not-hold",
      in: "packages/kernel/src/session",
      anchor: "own = mode;",
      replacement: "own = first;",
      tests: ["packages/kernel/src/session/session-mode.test.ts"],
    },
  ],
};
