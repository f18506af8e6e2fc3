/** Mistakes in who is let into the console, and in what a page of somebody else may do there. */
import type { Area } from "../fault.ts";

const VISIT = ["packages/toolplane/src/console/server/check-visit.attack.test.ts"];
const DOOR = ["packages/toolplane/src/console/server/doorkeeper.test.ts"];
const SERVER = ["test/console/server.attack.test.ts"];

export const CONSOLE_FAULTS: Area = {
  name: "console",
  in: "packages/toolplane/src/console/server",
  tests: [["packages/toolplane/src/console"], SERVER],
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
  ],
};
