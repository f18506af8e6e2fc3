/**
 * Says what a case holds that this harness does not know. A field that is passed over in silence would make a case pass for
 * the wrong reason, so everything unknown is a fault of the case's run and is counted against it. Rules, tool definitions and
 * arguments are not looked into: what is wrong with those is what the product must find.
 */
import type { AttackCase, CaseServer } from "./attack-case.ts";

/** Names that an object may hold, by where it stands. */
const KNOWN = {
  case: "id class family kind title why ref given call expect accept oracle needs",
  given:
    "mode rules rulesRaw caps setup setupAfterApprovals env secrets limits tools mcp approvals before parallelWith workspace workspaceVia extraRoots watchdog abortAfterMs usedCalls projectTrusted projectConfig subagent subagentApprovals subagentDepth",
  projectTrusted: "hash",
  subagent: "rules caps",
  caps: "fs net",
  "caps.fs": "read write",
  "caps.net": "hosts",
  limits: "timeoutMs wallMs rssMb outputBytes",
  tool: "id description parameters requires origin env returns throws readsEnv",
  mcp: "transport source trusted command args env url pinned tools shadows behaviour",
  trusted: "command args env",
  behaviour:
    "on after nth do text fill bytes nest resourceLink echoEnv protocolVersion id afterMs line code method params times tools",
  approval: "tool args raw choice origin pattern",
  before: "tool args raw",
  parallelWith: "tool args raw answer",
  call: "tool args raw then",
  watchdog: "allow ask deny throws hangMs raw mutateArgsTo",
  oracle: "forbid require repeat",
} as const;

/** Set-up verbs and what each may say. */
const VERBS: Readonly<Record<string, string>> = {
  file: "path text base64 fill bytes append repeat mode",
  dir: "path mode",
  symlink: "path to",
  hardlink: "path to",
  fifo: "path",
  sparse: "path bytes",
  many: "path count",
  grow: "path text fill bytes everyMs",
  "git-init": "path bare",
  "git-config": "path key value bare",
  "git-commit": "path",
  "race-symlink": "path between forMs",
  "plant-sidecar-symlink": "to",
  dns: "host answers connectTo",
  http: "name bind routes",
};

const ROUTE = "status headers body json gzipOf stream bytes dripBytes everyMs endlessHeaders";

const ITEMS =
  "output log audit prompt sidecar display file fileText changed hit hits hitHeader connect opened spawned spawnsOver serverCall modelCall proto leftoverProcess processesOver outputBytesOver sidecarModeOver truncated";

const OUTCOMES = "allow deny ask error redacted bounded";
const CHOICES = "always once reject";

/** The first thing that is not known, or null. */
export function describeCaseFault(value: AttackCase): string | null {
  const { given, call, oracle } = value;
  return (
    unknownName("case", value, KNOWN.case) ??
    unknownName("given", given, KNOWN.given) ??
    unknownWord("mode", given.mode ?? "interactive", "interactive headless") ??
    unknownWord("workspaceVia", given.workspaceVia ?? "symlink", "symlink") ??
    unknownName("caps", given.caps, KNOWN.caps) ??
    unknownName("caps.fs", given.caps?.fs, KNOWN["caps.fs"]) ??
    unknownName("caps.net", given.caps?.net, KNOWN["caps.net"]) ??
    unknownName("limits", given.limits, KNOWN.limits) ??
    unknownName("watchdog", given.watchdog, KNOWN.watchdog) ??
    first(given.tools, (tool) => unknownName("tools", tool, KNOWN.tool)) ??
    (typeof given.projectTrusted === "boolean"
      ? null
      : unknownName("projectTrusted", given.projectTrusted, KNOWN.projectTrusted)) ??
    unknownName("subagent", given.subagent, KNOWN.subagent) ??
    unknownName("subagent.caps", given.subagent?.caps, KNOWN.caps) ??
    first(Object.values(given.mcp ?? {}), describeServerFault) ??
    first(given.approvals, describeApprovalFault) ??
    first(given.subagentApprovals, describeApprovalFault) ??
    first(given.before, (entry) => unknownName("before", entry, KNOWN.before)) ??
    first(given.parallelWith, (entry) => describeParallelFault(entry)) ??
    first(given.setup, describeStepFault) ??
    unknownName("call", call, KNOWN.call) ??
    unknownName("call.then", call.then, KNOWN.call) ??
    unknownName("oracle", oracle, KNOWN.oracle) ??
    first([...(oracle?.forbid ?? []), ...(oracle?.require ?? [])], describeItemFault) ??
    first([value.expect, ...(value.accept ?? [])], (word) =>
      unknownWord("outcome", word, OUTCOMES),
    ) ??
    unknownWord("kind", value.kind, "attack benign")
  );
}

const BEHAVIOURS = "result raw hang exit flood notify request stderr stderr-flood";

function describeServerFault(server: CaseServer): string | null {
  const { transport, source, trusted, behaviour } = server;
  return (
    unknownName("mcp", server, KNOWN.mcp) ??
    unknownWord("transport", transport, "stdio http") ??
    unknownWord("source", source, "user project") ??
    (typeof trusted === "object" ? unknownName("trusted", trusted, KNOWN.trusted) : null) ??
    first(
      behaviour,
      (item) =>
        unknownName("behaviour", item, KNOWN.behaviour) ??
        unknownWord("behaviour", item.do, BEHAVIOURS),
    )
  );
}

function describeApprovalFault(entry: object): string | null {
  return (
    unknownName("approvals", entry, KNOWN.approval) ??
    unknownWord("choice", (entry as { readonly choice?: unknown }).choice, CHOICES)
  );
}

function describeParallelFault(entry: object): string | null {
  return (
    unknownName("parallelWith", entry, KNOWN.parallelWith) ??
    unknownWord("answer", (entry as { readonly answer?: unknown }).answer ?? "once", CHOICES)
  );
}

function describeStepFault(step: Readonly<Record<string, unknown>>): string | null {
  const known = VERBS[String(step.do)];
  if (known === undefined) return `set-up verb "${String(step.do)}" is not known`;
  const fault = unknownName(`set-up ${String(step.do)}`, step, `do ${known}`);
  if (fault || step.do !== "http") return fault;
  return first(Object.values((step.routes ?? {}) as object), (route) =>
    unknownName("route", route, ROUTE),
  );
}

function describeItemFault(item: object): string | null {
  const names = Object.keys(item);
  if (names.length !== 1) return `an oracle item has one key, not ${names.length}`;
  return unknownName("oracle item", item, ITEMS);
}

function unknownName(where: string, value: unknown, known: string): string | null {
  if (value === undefined || value === null) return null;
  if (typeof value !== "object") return `${where} must be an object`;
  const names = known.split(" ");
  const unknown = Object.keys(value).find((name) => !names.includes(name));
  return unknown === undefined ? null : `${where}: "${unknown}" is not known`;
}

function unknownWord(where: string, word: unknown, known: string): string | null {
  return known.split(" ").includes(String(word))
    ? null
    : `${where}: "${String(word)}" is not known`;
}

function first<T>(
  values: readonly T[] | undefined,
  describe: (value: T) => string | null,
): string | null {
  for (const value of values ?? []) {
    const fault = describe(value);
    if (fault !== null) return fault;
  }
  return null;
}
