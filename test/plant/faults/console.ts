/** Mistakes in who is let into the console, and in what a page of somebody else may do there. */
import type { Area } from "../fault.ts";

const VISIT = ["packages/console/src/server/check-visit.attack.test.ts"];
const DOOR = ["packages/console/src/server/doorkeeper.test.ts"];
const SERVER = ["test/console/server.attack.test.ts"];

export const CONSOLE_FAULTS: Area = {
  name: "console",
  in: "packages/console/src/server",
  tests: [["packages/console/src"], SERVER],
  faults: [
    {
      name: "a-call-of-the-console-follows-no-rule-file",
      in: "packages/console/src/routes",
      anchor: "readAgain: settings,",
      replacement: "",
      tests: ["test/cli/policy/followed-faces.attack.test.ts"],
    },
    {
      name: "a-page-of-another-server-here-may-read-the-console",
      anchor: 'if (site === undefined || site === "same-origin" || site === "none") return null;',
      replacement:
        'if (site === undefined || site.startsWith("same-") || site === "none") return null;',
      tests: VISIT,
    },
    {
      name: "a-ticket-opens-the-door-twice",
      anchor: "tickets.delete(key);",
      replacement: "",
      tests: DOOR,
    },
  ],
};
