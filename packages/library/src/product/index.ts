export { readNotifyFailure } from "../notify/notify-state.ts";
export { callChanges } from "./call-changes.ts";
export { findPendingTools, type PendingTools } from "./find-pending-tools.ts";
export { readKeptRules, revokeKeptRules } from "./keep-rules.ts";
export { readKeptTools } from "./kept-tools.ts";
export { readKnownHere } from "./known-here.ts";
export {
  type ListedRow,
  listTools,
  postureOf,
  rowFacts,
  type ToolList,
  toolFacts,
  touchesOf,
} from "./list-tools.ts";
export { lookAtSources, sourceFacts } from "./look-at-sources.ts";
export { moveFiles } from "./move-files.ts";
export { openCatalog } from "./open-catalog.ts";
export { type ChangeSource, openChangeGround } from "./open-change-ground.ts";
export { openJudge } from "./open-judge.ts";
export { openMask, openRedactor, type ShownRedactor } from "./open-mask.ts";
export { landingBounds, openProduct, type Product } from "./open-product.ts";
export { openReplay } from "./open-replay.ts";
export {
  type OfferedTool,
  type OfferedTools,
  openToolTrust,
  type ToolOffer,
} from "./open-tool-trust.ts";
export { toolFolders } from "./product-tool-folders.ts";
export { readFolderTools } from "./read-folder-tools.ts";
export { readTools } from "./read-tools.ts";
export { keptRules, ownRules, projectRules, writableRules } from "./rule-file.ts";
export { sessionSettings } from "./session-settings.ts";
export { skillPlaces } from "./skill-places.ts";
export { sourceIn } from "./source-in.ts";
export {
  keepOffer,
  lookAtOffer,
  offerDigest,
  openForOffers,
  readOffers,
  type SourceOffer,
} from "./source-offer.ts";
export { mineSuggestions, TRIED_DAYS, tryDraft } from "./try-policy.ts";
export { whatSearchNeeds } from "./what-tools-need.ts";
