// data table: requirements R122 to R141, approval and security modes
import type { Requirement } from "./requirement.ts";

export const approvalRequirements: readonly Requirement[] = [
  {
    id: "R122",
    source: "S0:7,59",
    behaviour: "Authority order on a gated call is SM → mode → guard.",
    note: "Narrowed: state machine, guards, watchdog, and then the mode, once. All of them are heard and the severest counts, so a guard can refuse what a mode would let through.",
  },
  {
    id: "R123",
    source: "S0:58-59",
    behaviour: "`gated:true` runs the chain on every invocation.",
    note: "Narrowed: the chain runs, and by default a soft ask about what is held (an edit that can be undone, a command in the sandbox) is answered as contained. S0's profile and `contained: false` ask.",
  },
  {
    id: "R124",
    source: "S0:60",
    behaviour: "`gated:false` executes without consulting the approval stack.",
    note: "Narrowed: only a soft ask is answered this way; a hard ask goes to a person, and nothing answers a deny.",
  },
  {
    id: "R125",
    source: "S0:61,126",
    behaviour: "Approval identity is the pair (toolName, deriveApprovalKey(args)).",
  },
  {
    id: "R126",
    source: "S0:64-65",
    behaviour: "`ask` mode prompts on a new key.",
    note: "Narrowed: by default an edit that can be undone, and a command that the sandbox holds, run contained. S0's profile and `contained: false` ask.",
  },
  {
    id: "R127",
    source: "S0:65",
    behaviour: "`ask` mode caches approved keys for the session lifetime.",
    note: "Narrowed: an answer for the session is kept. An answer given once is asked for again.",
  },
  {
    id: "R128",
    source: "S0:66-67",
    behaviour:
      "`allowlist` mode compares the key against patterns; a match proceeds without prompt.",
    note: "Narrowed: only a soft ask is answered this way; a hard ask goes to a person, and nothing answers a deny.",
  },
  {
    id: "R129",
    source: "S0:67",
    behaviour: "`allowlist` mode prompts on a miss.",
    note: "Narrowed: by default what is held runs contained on a miss too. S0's profile and `contained: false` prompt.",
  },
  {
    id: "R130",
    source: "S0:68-69",
    behaviour: "`yolo` mode skips the gate: no prompt and no cache lookup.",
    note: "Narrowed: only a soft ask is answered this way; a hard ask goes to a person, and nothing answers a deny.",
  },
  {
    id: "R131",
    source: "S0:70",
    behaviour:
      "An approved key is not re-prompted in the session unless the session manifest is cleared.",
  },
  {
    id: "R132",
    source: "S0:70",
    behaviour: "Project-scope approval caching is off by default and must be explicitly enabled.",
  },
  {
    id: "R133",
    source: "S0:28,126",
    behaviour: "Allowlist entries match on the flat tool name and as approval-key patterns.",
    note: "Narrowed: an entry counts for tools of trusted layers, and for a server only where it names the server.",
  },
  {
    id: "R134",
    source: "S0:88",
    behaviour: "The allowlist never hides tools; it only affects prompting.",
  },
  {
    id: "R135",
    source: "S0:72-73",
    behaviour: "Equivalent args give identical keys (deterministic, key order irrelevant).",
  },
  {
    id: "R136",
    source: "S0:73",
    behaviour:
      "Keys contain no per-call noise (timestamps, random ids, counters); detectable by a double-derive test.",
  },
  {
    id: "R137",
    source: "S0:74",
    behaviour: "deriveApprovalKey resolves no secrets and makes no network calls.",
    note: "Narrowed: keys come from trusted code only, are derived twice, bounded and masked. That code in our own process stays pure cannot be enforced.",
  },
  {
    id: "R138",
    source: "S0:75",
    behaviour: "Approval posture depends only on gated + deriveApprovalKey (no sensitivity field).",
  },
  {
    id: "R139",
    source: "S0:34,114",
    behaviour:
      "A shadowing tool does not silently inherit a different implementation's reviewability: origin is shown in approval/audit.",
  },
  {
    id: "R140",
    source: "S0:7,118",
    behaviour:
      "State-machine precedence on tool calls is honoured (allow envelope or deny in any mode).",
    note: "Narrowed: only a soft ask is answered this way; a hard ask goes to a person, and nothing answers a deny.",
  },
  {
    id: "R141",
    source: "S0:122",
    behaviour:
      "Several approvals requested by one response are handled (parallel tool approvals flow) without interleaved prompts.",
  },
];
