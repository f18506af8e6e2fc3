export { opaqueLine } from "./reader/opaque-line.ts";
export { withListedTrees } from "./reader/with-listed-trees.ts";
