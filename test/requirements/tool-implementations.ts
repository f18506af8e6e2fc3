// data table: requirements R256 to R268, S2 tool implementations
import type { Requirement } from "./requirement.ts";

export const toolImplementationsRequirements: readonly Requirement[] = [
  {
    id: "R256",
    source: "S2:123",
    behaviour: "file_manager: write, read, append, delete confined to the project workspace.",
  },
  {
    id: "R257",
    source: "S2:124",
    behaviour: "bash_manager: sandboxed shell, command required.",
  },
  {
    id: "R258",
    source: "S2:125",
    behaviour: "git_manager: init, add, commit, log, diff.",
  },
  {
    id: "R259",
    source: "S2:126",
    behaviour: "test_runner: runs tests, returns pass/fail/error counts and output.",
  },
  {
    id: "R260",
    source: "S2:127",
    behaviour: "lsp_manager: definition, hover, diagnostics, references, lint check.",
  },
  {
    id: "R261",
    source: "S2:128",
    behaviour: "code_exec: sandboxed code execution that blocks I/O.",
  },
  {
    id: "R262",
    source: "S2:129",
    behaviour: "diff_editor: apply, create unified diffs without rewriting the file.",
  },
  {
    id: "R263",
    source: "S2:130-131",
    behaviour: "web_search result count configurable; web_fetch extracts text.",
  },
  {
    id: "R264",
    source: "S2:132",
    behaviour: "code_search: recursive regex with glob filter.",
  },
  {
    id: "R265",
    source: "S2:133",
    behaviour: "pdf_read: extracts text of a project PDF.",
  },
  {
    id: "R266",
    source: "S2:134,138",
    behaviour: "ask_clarification is registered but absent from definitions.",
  },
  {
    id: "R267",
    source: "S2:138",
    behaviour:
      "Calling it is intercepted by the loop: pause, persist state to PausedSession, return status clarification_needed.",
  },
  {
    id: "R268",
    source: "S2:138",
    behaviour: "A user answer resumes the loop from the persisted state.",
  },
];
