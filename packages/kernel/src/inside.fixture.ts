export { computeConfinement } from "./confinement/compute-confinement.ts";
export { compileReach } from "./policy/reach/reach.ts";
export { createRedactor } from "./redaction/create-redactor.ts";
export { createRegistry } from "./registry/create-registry.ts";
export type { SchemaDialect, SchemaEngine } from "./schema/interpreted/document/schema-engine.ts";
export { createInterpretedEngine } from "./schema/interpreted/interpreted-engine.ts";
export { STOP_WORDS } from "./search/common-words.ts";
export {
  type Catalog,
  type CatalogEntry,
  type CatalogSearch,
  createCatalogSearch,
} from "./search/create-catalog-search.ts";
export { createSearchService } from "./search/create-search-service.ts";
export { splitWords } from "./search/split-words.ts";
export { toolText } from "./search/tool-text.ts";
