/**
 * Lands what the view of a session holds. Called by whoever drives the session when a turn is over and never told to a model: so a
 * landing goes the road of every call, is judged, asked about and recorded.
 */
import { defineTool, type LandedView, output, type Tool, ToolError } from "@toolplane/contract";

export const LAND_VIEW = "land_view";

interface LandViewArguments {
  /** The state that was checked; any other does not land. */
  readonly expected?: string;
  /** The state of the project that it was checked on; on any other it does not land. */
  readonly onto?: string;
}

/** The most that the caller gets; a record has the rest. */
const MOST_NAMED = 100;
/** A question about it may wait for days, but the landing itself takes seconds. */
const TIMEOUT_MS = 1_800_000;

export const landViewTool: Tool<LandViewArguments, LandedView> = defineTool({
  id: LAND_VIEW,
  label: "Land the view",
  description: "Lands what the view of this session holds into the project.",
  parameters: {
    type: "object",
    properties: {
      expected: { type: "string", minLength: 1 },
      onto: { type: "string", minLength: 1 },
    },
    additionalProperties: false,
  },
  requires: { capabilities: ["journal"] },
  mode: "safe_write",
  // Each path that lands is judged, and asked about where a rule says so.
  gated: false,
  limits: { timeoutMs: TIMEOUT_MS },
  execute: async ({ expected, onto }, { journal }) => {
    if (journal.land === undefined)
      throw new ToolError("unavailable", "This session works in the project itself.");
    const landed = await journal.land(expected, onto);
    // As a command tells of its own changes: faces and records show the two alike.
    const { landing, changed, undo } = landed;
    return output(
      { ...landed, changed: changed.slice(0, MOST_NAMED) },
      { details: { report: { landing, changed, changedComplete: true, undo } } },
    );
  },
});
