export { createToolplane, type Toolplane } from "./create-toolplane.ts";
export { deadTools } from "./options/dead-tools.ts";
export { withSearchKeys } from "./options/search-keys.ts";
export { tellSkills } from "./services/library-skills.ts";
export { noteSessionFlow } from "./sessions/note-session-flow.ts";
export { readLabels } from "./sessions/read-labels.ts";
export type { ToolplaneLandings } from "./toolplane-landings.ts";
export type { ToolplaneSources } from "./toolplane-sources.ts";
export type { ToolplaneViews } from "./toolplane-views.ts";
