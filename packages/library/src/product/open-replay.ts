/**
 * The product without a machine under it: today's tools and rules over a host made from a record, for replay. It keeps no record
 * and has no broker.
 */
import type { SessionManifest } from "@toolplane/contract";
import { undoTool } from "@toolplane/tools";
import { createToolplane, type Toolplane } from "../library/create-toolplane.ts";
import { createRecordedHost } from "../record/create-recorded-host.ts";
import type { Settings } from "../settings/declaration/settings.ts";
import type { State } from "../state/open-state.ts";
import { profileOption } from "./profile-option.ts";

export function openReplay(
  { settings, state }: { readonly settings: Settings; readonly state: Pick<State, "key"> },
  manifest: SessionManifest,
): Promise<Toolplane> {
  return createToolplane({
    host: createRecordedHost(manifest),
    record: false,
    ...profileOption(settings),
    preset: settings.preset,
    // A person's undo at the command line was a call of this tool, whatever the preset holds.
    tools: [undoTool],
    toolConfig: settings.tools,
    policy: settings.policy,
    contained: settings.contained,
    flow: settings.flow,
    projectApprovals: settings.projectApprovals,
    receiptKey: state.key,
    // Its presence says that a person could be asked then; the answers come from the record.
    broker: { ask: () => Promise.reject(new Error("A replay asks nobody.")) },
    onWarning: () => {},
  });
}
