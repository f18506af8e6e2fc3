/** Mistakes in who is let into the console, and in what a page of somebody else may do there. */
import type { Area } from "../fault.ts";

const VISIT = ["packages/console/src/server/check-visit.attack.test.ts"];
const DOOR = ["packages/console/src/server/doorkeeper.test.ts"];
const SERVER = ["test/console/server.attack.test.ts"];
const API = ["test/console/api.test.ts"];
const PAST = ["packages/library/src/ground/past-talk.test.ts"];
const ROUTES = "packages/console/src/routes";

export const CONSOLE_FAULTS: Area = {
  name: "console",
  in: "packages/console/src/server",
  tests: [["packages/console/src"], SERVER],
  faults: [
    {
      name: "anybody-may-read-the-console",
      anchor: "if (bearer !== null ? !bounds.isPass(bearer) :",
      replacement: "if (bearer !== null ? bearer === cookie :",
      tests: VISIT,
    },
    {
      name: "a-page-of-another-server-here-may-read-the-console",
      anchor: 'if (site === undefined || site === "same-origin" || site === "none") return null;',
      replacement:
        'if (site === undefined || site.startsWith("same-") || site === "none") return null;',
      tests: VISIT,
    },
    {
      name: "of-two-cookies-one-counts",
      anchor: "return found.length === 1 ?",
      replacement: "return found.length >= 1 ?",
      tests: VISIT,
    },
    {
      name: "a-ticket-opens-the-door-twice",
      anchor: "tickets.delete(key);",
      replacement: "",
      tests: DOOR,
    },
    {
      name: "a-ticket-is-good-for-ever",
      anchor: "if (atMs === undefined || nowMs() - atMs > TICKET_MS) return null;",
      replacement: "if (atMs === undefined || TICKET_MS < 0) return null;",
      tests: DOOR,
    },
    {
      name: "a-pass-that-nobody-uses-is-good-for-ever",
      anchor: "if (nowMs() - atMs > PASS_IDLE_MS) return false;",
      replacement: "if (PASS_IDLE_MS < 0) return false;",
      tests: DOOR,
    },
    {
      name: "passes-are-not-bounded",
      anchor: "if (map.size > most && oldest !== undefined) map.delete(oldest);",
      replacement: "if (map.size > 1e9 * most && oldest !== undefined) map.delete(oldest);",
      tests: DOOR,
    },
    {
      name: "a-script-may-read-the-pass",
      anchor: "HttpOnly; SameSite=Strict; Path=/",
      replacement: "SameSite=Strict; Path=/",
      tests: SERVER,
    },
    {
      name: "the-printed-address-may-be-opened-by-another-page",
      anchor: "if (site) return void refuse(response, site);",
      replacement: "void site;",
      tests: SERVER,
    },
    {
      name: "the-console-answers-under-any-name",
      anchor: "const refusal = checkAddress(head, server.bounds);",
      replacement: "const refusal = server.bounds ? null : checkAddress(head, server.bounds);",
      tests: SERVER,
    },
    {
      name: "whoever-asks-is-told-what-failed-inside",
      anchor: 'message: "The server failed to answer.", code: "internal" });',
      replacement: 'message: String(error), code: "internal" });',
      tests: SERVER,
    },
    {
      name: "a-question-is-answered-by-what-its-card-does-not-offer",
      in: ROUTES,
      anchor:
        'if (!choicesOf(found.question, projectApprovals).some((choice) => choice === body.choice)) throw new ToolError("invalid_input", "This question cannot be answered so.");',
      replacement: "void projectApprovals;",
      tests: API,
    },
    {
      name: "the-console-shows-the-receipts-of-standing-approvals",
      in: ROUTES,
      anchor: "standing: standing.map(({ receipt: _, ...approval }) => approval),",
      replacement: "standing,",
      tests: API,
    },
    {
      name: "what-is-free-of-obstacles-is-undone-unasked",
      in: ROUTES,
      anchor: "if (obstacles.length > 0 && body.skipChanged !== true)",
      replacement: "if (obstacles.length > 0 && body.skipChanged === false)",
      tests: API,
    },
    {
      name: "a-rule-file-that-others-changed-is-written-over",
      in: ROUTES,
      anchor: "if (fileFacts(file).digest !== body.before)",
      replacement: "if (fileFacts(file).digest === body.before && text === null)",
      tests: API,
    },
    {
      name: "rules-that-cannot-hold-are-written-down",
      in: ROUTES,
      anchor: "readDraft(text, placeOf(settings, path.scope)); if",
      replacement: "if",
      tests: API,
    },
    {
      name: "one-rule-that-cannot-hold-is-written-down",
      in: ROUTES,
      anchor: "readDraft(text, placeOf(settings, path.scope)); writeWhole",
      replacement: "writeWhole",
      tests: API,
    },
    {
      name: "an-export-holds-what-was-not-asked-for",
      in: ROUTES,
      anchor: 'content: query.get("content") === "true",',
      replacement: 'content: query.get("content") !== "false",',
      tests: API,
    },
    {
      name: "a-note-to-the-model-is-shown-as-words-of-a-person",
      in: "packages/library/src/ground/past-talk.ts",
      anchor: 'message.from === "person" ?',
      replacement: "message.from !== undefined ?",
      tests: PAST,
    },
    {
      name: "a-call-that-failed-looks-well-in-a-conversation-gone-on-with",
      in: "packages/library/src/ground/past-talk.ts",
      anchor: "reason: isError ? textOf(message) : null,",
      replacement: "reason: isError ? null : null,",
      tests: PAST,
    },
    {
      name: "a-past-failure-is-told-at-any-length",
      in: "packages/library/src/ground/past-talk.ts",
      anchor: "return text.slice(0, MOST_REASON);",
      replacement: "return text;",
      tests: PAST,
    },
    {
      name: "a-past-call-with-broken-arguments-closes-the-conversation",
      in: "packages/library/src/ground/past-talk.ts",
      anchor: "} catch { return {}; }",
      replacement: "} catch (error) { throw error; }",
      tests: PAST,
    },
  ],
};
