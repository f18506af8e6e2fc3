export { SETTING_NAMES } from "./declaration/setting-table.ts";
export type { ReachSetting, SettingOrigin, Settings } from "./declaration/settings.ts";
export type { SettingsSource } from "./declaration/settings-source.ts";
export { shortenPath } from "./files/shorten-path.ts";
export { findPlaces, type Places } from "./places/find-places.ts";
export { readSettings } from "./read-settings.ts";
export { settingsAgain } from "./settings-again.ts";
export { writeStarterFiles } from "./starter/write-starter-files.ts";
export { writeStarterTool } from "./starter/write-starter-tool.ts";
export {
  readContentTrust,
  removeContentTrust,
  type TrustedContent,
  writeContentTrust,
} from "./trust/content-trust.ts";
export type { TrustLine } from "./trust/describe-project.ts";
export { openTrust, type TrustOffer } from "./trust/open-trust.ts";
export { PROJECT_FILES, PROJECT_FOLDER } from "./trust/project-files.ts";
export { listTrustRecords, removeTrustRecord, trustRecordPath } from "./trust/trust-record.ts";
