// data table: requirements R058 to R093, invocation, validation, results, errors
import type { Requirement } from "./requirement.ts";

export const resultsRequirements: readonly Requirement[] = [
  {
    id: "R058",
    source: "S0:53 S1:9,206",
    behaviour:
      "Input is validated against the schema before `execute`; execute is not called on failure.",
  },
  {
    id: "R059",
    source: "S0:53 S1:206",
    behaviour:
      "A schema failure yields a typed tool error carrying the validation message; it never throws.",
  },
  {
    id: "R060",
    source: "S1:117-128,208",
    behaviour:
      'Every tool result uses the envelope {type:"output"|"error", data | error_text, metadata}.',
  },
  {
    id: "R061",
    source: "S1:124",
    behaviour: "`metadata.duration_ms` is an integer on every result.",
  },
  {
    id: "R062",
    source: "S1:121-122",
    behaviour: "`data` only on output, `error_text` only on error.",
  },
  {
    id: "R063",
    source: "S1:130-131",
    behaviour: "The recorder writes each result to a chat-part record.",
  },
  {
    id: "R064",
    source: "S1:131",
    behaviour: "Replay re-emits recorded results deterministically without re-executing.",
  },
  {
    id: "R065",
    source: "S1:206",
    behaviour:
      "Side effects are only reachable through the typed runtime; tools have no direct fs/net/shell.",
    note: "Holds for tools of folders, tools that a program names by their module (`isolated: true`) and tools of servers. A function that a program gives in code is that program's own and shares its process; `kernel.describe()` and `toolplane doctor` say which.",
  },
  {
    id: "R066",
    source: "S1:11,12",
    behaviour: "The runtime hands each tool only the capability surface it declared.",
  },
  {
    id: "R067",
    source: "S1:208",
    behaviour:
      "An aborted session makes an in-flight tool stop and return an error or partial result.",
  },
  {
    id: "R068",
    source: "S0:105-106",
    behaviour: "A turn-level cancel aborts running tools through the tool cancel token.",
  },
  {
    id: "R069",
    source: "S4:33-39",
    behaviour: "ToolResult (agent form) has content[], details, child_loop_id.",
  },
  {
    id: "R070",
    source: "S4:38",
    behaviour: "`details` is never sent to the LLM.",
  },
  {
    id: "R071",
    source: "S4:37",
    behaviour: "Content supports text and images (extensible).",
    note: "Sounds and files too, and kinds of a tool's own (`x-…`): programs get them as they are, models are told their name.",
  },
  {
    id: "R072",
    source: "S4:39",
    behaviour: "`child_loop_id` is set only by sub-agent tools.",
  },
  {
    id: "R073",
    source: "S4:40",
    behaviour:
      "The runtime enriches the result into a message with tool_call_id, tool_name, is_error, timestamp before it enters the conversation.",
  },
  {
    id: "R074",
    source: "S4:42",
    behaviour: "Tool errors become results with is_error=true visible to the LLM.",
  },
  {
    id: "R075",
    source: "S4:45",
    behaviour: "`Failed(msg)` displays exactly the message.",
  },
  {
    id: "R076",
    source: "S4:46",
    behaviour: '`NotFound(name)` displays "Tool not found: {name}".',
  },
  {
    id: "R077",
    source: "S4:47",
    behaviour: '`InvalidArgs(msg)` displays "Invalid arguments: {message}".',
  },
  {
    id: "R078",
    source: "S4:48",
    behaviour: '`Cancelled` displays "Cancelled".',
  },
  {
    id: "R079",
    source: "S2:72 S4:46",
    behaviour: "Calling an unregistered tool yields a not-found error result, not an exception.",
  },
  {
    id: "R080",
    source: "S3:6-19",
    behaviour: "ToolCall is exactly {id, name, arguments}; extra properties are rejected.",
  },
  {
    id: "R081",
    source: "S3:9-11",
    behaviour: "ToolCall.id is unique within a chat.",
  },
  {
    id: "R082",
    source: "S3:15-17",
    behaviour: "ToolCall.arguments is validated by the tool's schema.",
  },
  {
    id: "R083",
    source: "S3:19-20",
    behaviour: "Per-call metadata goes to TraceSpan.attrs, not into ToolCall.",
  },
  {
    id: "R084",
    source: "S3:24-26",
    behaviour: "ToolResult (harness form) requires boolean `success`; false sets status error.",
  },
  {
    id: "R085",
    source: "S3:27-44",
    behaviour:
      "ToolResult optional fields: terminal, needsFollowup, nextAction, message, error, data with the stated types.",
  },
  {
    id: "R086",
    source: "S3:45",
    behaviour: "ToolResult accepts unknown extra properties.",
  },
  {
    id: "R087",
    source: "S3:70-73",
    behaviour: "`isTerminalResult` is true when terminal === true.",
  },
  {
    id: "R088",
    source: "S3:73",
    behaviour: "`isTerminalResult` is true when success === false and needsFollowup !== true.",
  },
  {
    id: "R089",
    source: "S3:73-75",
    behaviour:
      "`isTerminalResult` is false for success without terminal, and for failure with needsFollowup true.",
  },
  {
    id: "R090",
    source: "S3:32,74-76",
    behaviour: "A terminal failure ends the run; needsFollowup:true on failure re-prompts the LLM.",
  },
  {
    id: "R091",
    source: "S3:77-85",
    behaviour: "The four example JSON documents of S3 validate and classify as described.",
  },
  {
    id: "R092",
    source: "S0:111",
    behaviour:
      "A tool receiving subprocess/URL arguments validates them itself (input treated as untrusted).",
    note: "Narrowed on purpose: the doors check what is handed to them, so that a tool cannot forget to. What a tool checks beside that is its own.",
  },
  {
    id: "R093",
    source: "S0:112",
    behaviour: "Tool output is treated as untrusted context and marked/isolated as such.",
    note: 'Under the profiles `grida` and `stud`, and with `marks: "all"`. Without it what came from outside is marked, and files and the output of commands are not.',
  },
];
