/**
 * Makes a call's entry in the index of calls: the terms by which it is found, and what a list shows of it. It is made of the call
 * as the record holds it, when the call is written or later, and in the same way.
 */
import { landingOf, type SessionManifest, type Verdict, winnerOf } from "@toolplane/contract";
import type { CallVerdict, IndexedCallFacts } from "@toolplane/contract/console";
import { describeRule, tellingArgument } from "@toolplane/kernel";
import type { EntryOf, RecordedCall } from "@toolplane/kernel/record";
import { isWithin } from "@toolplane/readings";
import { reachedHosts } from "../calls/reached-hosts.ts";
import { markOf, type ShownCall, wordsOf } from "../calls/shown-call.ts";
import { workspaceOf } from "../sessions/workspace-of.ts";
import { keptWords } from "./call-words.ts";
import { termOf } from "./term-kinds.ts";

const MAX_WHAT = 200;
/** Things of one kind that a call is found by. */
const MAX_PATHS = 12;
const MAX_HOSTS = 8;
const MAX_COMMANDS = 8;
const MAX_WORDS = 40;

/** Makes entries for what this account does; null for records of which that is not known. */
export function createCallEntry(account: string | null): EntryOf {
  return (call, manifest) => {
    const shown = shownFacts(call, manifest, account);
    return { terms: termsOf(call, shown), shown: { ...shown } };
  };
}

function shownFacts(
  call: RecordedCall,
  manifest: SessionManifest | null,
  account: string | null,
): IndexedCallFacts {
  const shown: ShownCall = {
    kind: "settled",
    call,
    startedAtMs: call.atMs - (call.span.durationMs ?? 0),
    parentId: null,
    byHand: null,
  };
  const { result } = call;
  const what = call.arguments ? tellingArgument(call.arguments) : "";
  return {
    tool: call.tool,
    what: (what === call.tool ? "" : what).slice(0, MAX_WHAT),
    mark: markOf(shown),
    words: wordsOf(shown),
    code: result?.type === "error" ? result.code : null,
    rule: ruleText(call.verdict),
    durationMs: call.span.durationMs ?? null,
    client: manifest?.client ?? null,
    agent: manifest?.agent ?? null,
    person: account,
    workspace: manifest ? workspaceOf(manifest) : null,
  };
}

function ruleText(verdict: Verdict | null): string | null {
  const rule = verdict && winnerOf(verdict).rule;
  return rule ? describeRule(rule) : null;
}

function termsOf(call: RecordedCall, shown: IndexedCallFacts): readonly string[] {
  const { workspace, client, agent, person, what, tool, code } = shown;
  const paths = pathsOf(call).slice(0, MAX_PATHS);
  const hosts = hostsOf(call).slice(0, MAX_HOSTS);
  const text = [tool, what, code ?? "", ...paths.map((path) => below(workspace, path)), ...hosts];
  const optional = [
    ["client", client],
    ["agent", agent],
    ["person", person],
    ["workspace", workspace],
  ] as const;
  return [
    ...new Set([
      termOf("tool", tool),
      termOf("session", call.sessionId),
      ...verdictsOf(call, shown).map((verdict) => termOf("verdict", verdict)),
      ...optional.flatMap(([kind, value]) => (value === null ? [] : [termOf(kind, value)])),
      ...ruleTerms(call.verdict),
      ...commandsOf(call).map((command) => termOf("command", command)),
      ...paths.map((path) => termOf("path", path)),
      ...hosts.flatMap(hostNames).map((host) => termOf("host", host)),
      ...keptWords(text.join(" "), MAX_WORDS).map((word) => termOf("word", word)),
    ]),
  ];
}

/** Words about the workspace's own files do not repeat the way to it. */
function below(workspace: string | null, path: string): string {
  if (workspace === null || path === workspace || !isWithin(workspace, path)) return path;
  return path.slice(workspace.length + 1);
}

function verdictsOf(
  { answers, result }: RecordedCall,
  { mark }: IndexedCallFacts,
): readonly CallVerdict[] {
  const asked = answers.some(({ choice }) => choice !== "answers") ? (["asked"] as const) : [];
  if (result?.type === "error" && result.code === "approval_rejected") return ["rejected", "asked"];
  if (result?.type === "error" && (result.code === "cancelled" || result.code === "timeout"))
    return ["stopped", ...asked];
  if (mark === "deny") return ["denied", ...asked];
  return [mark === "failed" ? "failed" : "allowed", ...asked];
}

/** A rule is found by its words, and by its file and line. */
function ruleTerms(verdict: Verdict | null): readonly string[] {
  const found = verdict && winnerOf(verdict).rule;
  if (!found) return [];
  const { rule, source } = found;
  const words = termOf("rule", `${rule.permission} ${rule.pattern} ${rule.action}`);
  if (source.file === undefined) return [words];
  const name = source.file.slice(source.file.lastIndexOf("/") + 1);
  const line = source.line === undefined ? "" : `:${source.line}`;
  return [words, termOf("rule", `${source.file}${line}`), termOf("rule", `${name}${line}`)];
}

const FILES = /^fs\.(?:read|write) (\/.*)$/s;

/** The paths foreseen, touched by doors, and landed. */
function pathsOf({ footprint, accesses, result }: RecordedCall): readonly string[] {
  const paths = new Set<string>();
  for (const resource of footprint?.resources ?? []) {
    if (resource.capability !== "fs.read" && resource.capability !== "fs.write") continue;
    paths.add(resource.path).add(resource.real);
  }
  for (const { subject } of accesses) {
    const path = FILES.exec(subject)?.[1];
    if (path !== undefined) paths.add(path);
  }
  const landing = result === null ? null : landingOf(result);
  for (const { path } of landing?.changes.slice(0, MAX_PATHS) ?? []) paths.add(path);
  return [...paths];
}

function hostsOf(call: RecordedCall): readonly string[] {
  const hosts = new Set(reachedHosts(call, null));
  for (const resource of call.footprint?.resources ?? [])
    if (resource.capability === "net.fetch") hosts.add(`${resource.host}:${resource.port}`);
  return [...hosts];
}

const MAX_LABELS = 4;

/** With its port and without, and the domains above it. */
function hostNames(place: string): readonly string[] {
  const host = place.replace(/:\d+$/, "");
  const labels = host.split(".");
  const above = labels.slice(1, -1).map((_, at) => labels.slice(at + 1).join("."));
  return [place, host, ...(/[a-z]$/i.test(host) ? above.slice(-MAX_LABELS) : [])];
}

function commandsOf({ footprint, arguments: given }: RecordedCall): readonly string[] {
  const units = (footprint?.resources ?? []).flatMap((resource) =>
    resource.capability === "shell.run" ? [resource.unit.text] : [],
  );
  const line = typeof given?.command === "string" ? [given.command] : [];
  return [...line, ...units].slice(0, MAX_COMMANDS).map((text) => text.replace(/\s+/g, " ").trim());
}
