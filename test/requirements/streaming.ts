// data table: requirements R094 to R101, context, streaming, progress
import type { Requirement } from "./requirement.ts";

export const streamingRequirements: readonly Requirement[] = [
  {
    id: "R094",
    source: "S4:23-31",
    behaviour:
      "ToolContext has tool_call_id, tool_name, cancel, optional on_update, optional on_progress.",
  },
  {
    id: "R095",
    source: "S4:27",
    behaviour: "tool_call_id correlates Start/Update/End events.",
  },
  {
    id: "R096",
    source: "S4:29",
    behaviour:
      "`cancel` is a child of the parent loop's token: cancelling the loop cancels the tool; cancelling the tool does not cancel the loop.",
  },
  {
    id: "R097",
    source: "S4:24",
    behaviour: "Adding fields to the context is non-breaking for existing tools.",
  },
  {
    id: "R098",
    source: "S4:30,32",
    behaviour:
      "`on_update(partial)` emits ToolExecutionUpdate; partials are never sent to the LLM.",
  },
  {
    id: "R099",
    source: "S4:31",
    behaviour: "`on_progress(text)` emits a ProgressMessage event.",
  },
  {
    id: "R100",
    source: "S4:32",
    behaviour: "Tools never touch the event system directly (only through the callbacks).",
  },
  {
    id: "R101",
    source: "S4:2,88-89",
    behaviour: "ToolExecutionStart and ToolExecutionEnd events bracket every executed call.",
  },
];
