/** Stage 3: what the call is going to touch, computed once and kept. */

import type { JsonObject } from "@toolplane/contract";
import type { CallView } from "../../call/call-view.ts";
import { type SettlingCall, settle } from "../../call/settle.ts";
import type { StageOutcome } from "../../call/stage-outcome.ts";
import { computeFootprint } from "../../footprint/compute-footprint.ts";
import { fileResource } from "../../footprint/file-resource.ts";
import type { FileUse, SessionTool } from "../../session/session-tool.ts";
import { createSharedFootprint, type SharedFootprint } from "../../session/shared-footprint.ts";

type FootprintCall = SettlingCall &
  CallView<{
    reads: "tool" | "args" | "replay";
    writes: "footprint" | "shared";
    session: "analyzer";
  }>;

/** Predicts the footprint. A path or URL that cannot be one is an input error. */
export function footprint(call: FootprintCall): StageOutcome {
  const { tool, args } = call;
  if (!tool || !args) return settle(call, "internal", "The call was not validated.");
  const recorded = call.replay?.call.footprint;
  if (recorded) {
    if ("fault" in recorded) return settle(call, "invalid_input", recorded.fault);
    call.footprint = recorded;
    return undefined;
  }
  if (tool.constant) return share(call, tool.constant);
  const { file } = tool;
  const text = file ? args[file.argument] : undefined;
  if (file && typeof text === "string") return ofFile(call, file, text);
  return ofAll(call, tool, args);
}

function ofAll(
  call: FootprintCall,
  { entry, variables }: SessionTool,
  args: JsonObject,
): StageOutcome {
  const outcome = computeFootprint({
    tool: entry.tool,
    named: entry.named,
    args,
    analyzer: call.session.analyzer,
    trustsCode: entry.bundled,
  });
  if (!outcome.ok) return invalid(call, outcome.message);
  const { resources } = outcome.footprint;
  call.footprint =
    variables.length === 0 ? outcome.footprint : { resources: [...resources, ...variables] };
  return undefined;
}

/**
 * Resolves the path for each call, because links change. What follows from the real path may be shared with earlier
 * calls.
 */
function ofFile(call: FootprintCall, file: FileUse, text: string): StageOutcome {
  const { argument, access, shared } = file;
  const intent = access === "fs.read" ? "read" : "write";
  const path = call.session.analyzer.path(text, intent);
  if (!path.ok) return invalid(call, `${argument}: ${path.message}`);
  const { lexical, real } = path.value;
  // A file that is written under the names of links too is judged by those names, which come and go.
  const linked = access === "fs.write" ? (call.session.analyzer.linked?.(real) ?? []) : [];
  if (linked.length > 0 && call.tool && call.args) return ofAll(call, call.tool, call.args);
  const found = shared.find(lexical, real);
  if (found) return share(call, found);
  const resource = fileResource({ access, argument, lexical, real });
  const fresh = createSharedFootprint({ resources: [resource] });
  shared.keep(lexical, real, fresh);
  return share(call, fresh);
}

function share(call: FootprintCall, shared: SharedFootprint): StageOutcome {
  call.shared = shared;
  call.footprint = shared.footprint;
  return undefined;
}

function invalid(call: FootprintCall, message: string): StageOutcome {
  return settle(call, "invalid_input", `Invalid arguments: ${message}`);
}
