/** Looks whether this login may use the engine of the team's fleet. Nothing is made: not every team that shares a record has a fleet. */
import { inspectFleetEngine } from "@toolplane/library/rooms/fleet";
import type { Settings } from "@toolplane/library/rooms/settings";
import { formatPlural } from "@toolplane/readings";
import type { Check } from "./finding.ts";

const name = "Fleet";
const MOST_NAMED = 3;

export function checkFleet(settings: Settings): Check {
  return async () => {
    const facts = await inspectFleetEngine(settings);
    if (facts === null) return { name, state: "off", text: "the record is of this machine alone" };
    const { isThere, missing, mayMake, login } = facts;
    if (!isThere)
      return {
        name,
        state: "off",
        text: "the engine's tables are not there yet",
        next: mayMake
          ? "toolplane fleet   makes them, if you want workers."
          : "toolplane fleet   makes them, with the login that owns the database.",
      };
    if (missing.length === 0)
      return {
        name,
        state: "fine",
        text: `the engine's tables are there, and ${login} may use them`,
      };
    const more = missing.length - MOST_NAMED;
    const named = missing.slice(0, MOST_NAMED).join(", ");
    return {
      name,
      state: "broken",
      text: `the engine's tables are there, and ${login} may not use them`,
      lines: [
        `It lacks rights on ${named}${more > 0 ? ` and ${formatPlural(more, "other")}` : ""}.`,
      ],
      next: "the owner of the database runs the GRANT lines of docs/guides/workers.md.",
    };
  };
}
