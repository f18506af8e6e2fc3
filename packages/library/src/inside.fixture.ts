export type { AgentEvent } from "./agent/agent.ts";
export { listWaiting, type WaitingQuestion } from "./approvals/list-waiting.ts";
export { createToolplane } from "./library/create-toolplane.ts";
export { openRecorder } from "./library/sessions/open-record.ts";
export type { LandOptions, ToolplaneLandings } from "./library/toolplane-landings.ts";
export { openProduct } from "./product/open-product.ts";
export { openToolTrust } from "./product/open-tool-trust.ts";
export { folderOptions } from "./product/product-tool-folders.ts";
export {
  createRuns,
  type NewRun,
  type RunQuery,
  type Runs,
  type RunsGround,
} from "./runs/create-runs.ts";
export type { SettingSpec } from "./settings/declaration/setting-spec.ts";
export { SETTINGS } from "./settings/declaration/setting-table.ts";
export type { Settings } from "./settings/declaration/settings.ts";
export type { SettingsSource } from "./settings/declaration/settings-source.ts";
export { joinTools } from "./settings/join-tools.ts";
export { findPlaces } from "./settings/places/find-places.ts";
export { readSettings } from "./settings/read-settings.ts";
export { readContentTrust, writeContentTrust } from "./settings/trust/content-trust.ts";
export { openTrust } from "./settings/trust/open-trust.ts";
export { openState, type State } from "./state/open-state.ts";
export { openProjectMemory } from "./state/project-memory.ts";
export { listLinks } from "./views/list-links.ts";
