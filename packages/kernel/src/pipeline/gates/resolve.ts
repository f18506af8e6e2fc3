/**
 * Stage 1: finds the tool. Refuses when tools are switched off, for an empty name, an unknown or stale tool, and an id
 * used twice.
 */
import type { Host } from "@toolplane/contract/ports";
import { nearestName } from "@toolplane/readings";
import type { CallView } from "../../call/call-view.ts";
import { type SettlingCall, settle } from "../../call/settle.ts";
import type { StageOutcome } from "../../call/stage-outcome.ts";
import type { ToolEntry } from "../../registry/entry/tool-entry.ts";
import { makesCalls } from "../../runtime/doors/makes-calls.ts";
import { emit } from "../../session/session-state.ts";

type ResolvingCall = SettlingCall &
  CallView<{
    reads: "id" | "name" | "replay" | "options";
    writes: "tool";
    session:
      | "toolsEnabled"
      | "tools"
      | "listing"
      | "registry"
      | "seen"
      | "unsettled"
      | "givenUp"
      | "manifest"
      | "host"
      | "listeners";
  }>;

/** Finds the tool, or says what was wrong with the name. Waits only for a tool that is being started. */
export function resolve(call: ResolvingCall): StageOutcome | Promise<StageOutcome> {
  const { session } = call;
  if (!session.toolsEnabled()) {
    emit(session, {
      type: "tools-disable",
      sessionId: session.manifest.sessionId,
      atMs: session.host.clock.wallMs(),
    });
    return settle(call, "disabled", "Tools are switched off in this session.");
  }
  if (call.name.trim() === "") return settle(call, "unknown_tool", "The call names no tool.");
  if (session.seen(call.id) && !session.givenUp.delete(call.id) && !goesOn(call))
    return settle(call, "conflict", usedIdText(call));
  const found = find(call);
  // A server that said its tools are others now is asked first: what it says is what is judged.
  const reading = call.replay ? null : (call.tool?.entry.pin?.reading() ?? null);
  if (reading) return reading.then(() => find(call));
  if (!found) return undefined;
  const starting = call.tool ? null : session.registry.starting(call.name);
  return starting ? starting.then(() => find(call)) : found;
}

/** A run that never settled is gone on with under its own id, once: what it had called is known, so nothing is done twice. */
function goesOn({ id, name, options, session }: ResolvingCall): boolean {
  const tool = options.resumes ? session.tools(name) : null;
  return tool !== null && makesCalls(tool) && session.unsettled.delete(id);
}

function usedIdText({ id, session }: ResolvingCall): string {
  return session.unsettled.has(id)
    ? "A call with this id was started in this session and never settled: it may have run, wholly, partly or not at all. Look at what it was going to change, then use a new id."
    : "A call with this id was made in this session already; use a new id.";
}

/** Binds the tool; settles when there is none that this call can mean. */
function find(call: ResolvingCall): StageOutcome {
  const { session, name } = call;
  const tool = session.tools(name);
  const isReached = call.replay?.call.wasFound || call.options.byName;
  if (!tool || !(isReached || session.listing.isCallable(tool.entry))) {
    const why = session.registry.absence(name) ?? nearText(call);
    const text = `Tool not found: ${name.slice(0, 200)}`;
    return settle(call, "unknown_tool", why === null ? text : `${text}. ${why}`);
  }
  call.tool = tool;
  if (session.listing.isStale(tool.entry)) {
    return settle(
      call,
      "unknown_tool",
      `${name} was replaced by another tool since it was listed. Look at the tools again.`,
    );
  }
  if (!tool.entry.enabled)
    return settle(call, "disabled", `${name} is switched off by its configuration.`);
  const fault = call.options.dryRun ? dryRunFault(tool.entry, session.host) : null;
  return fault === null ? undefined : settle(call, "unavailable", fault);
}

/** For a program's own words. A model is told the bare name, and searches. */
function nearText({ name, session, options }: ResolvingCall): string | null {
  if (!options.byName) return null;
  const ids = session.registry.list().map(({ tool }) => tool.id);
  const near = nearestName(name, ids);
  return near !== null && session.tools(near) ? `Did you mean ${near}?` : null;
}

/**
 * Why a call cannot be run dry; null when it can. A command can, on a view that is thrown away afterwards; what only reads changes nothing
 * anyway; everything else would really do what it does, so it is refused by name instead.
 */
function dryRunFault(
  { tool, remote }: Pick<ToolEntry, "tool" | "remote">,
  { sandbox }: Pick<Host, "sandbox">,
): string | null {
  const { id, requires, composite, mode } = tool;
  const changesItself = composite || remote || requires.fs?.write !== undefined;
  const isCommand = requires.shell !== undefined;
  if (changesItself || !(isCommand || mode === "read"))
    return `${id} cannot be run dry: only commands can, and tools that only read.`;
  if (!isCommand || sandbox.facts.landsChanges) return null;
  const { level, reason, remedy } = sandbox;
  return [
    `A dry run needs a copy-on-write view of the workspace, and there is none here (sandbox level: ${level}).`,
    ...(reason === undefined ? [] : [reason]),
    ...(remedy === undefined ? [] : [`What helps: ${remedy}`]),
  ].join(" ");
}
