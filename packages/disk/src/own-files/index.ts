export { describeOwnerFault } from "./describe-owner-fault.ts";
export {
  type ConfigMember,
  type ConfigNode,
  type ConfigText,
  parseConfigText,
} from "./parse-config-text.ts";
export { MAX_FILE_BYTES, readBoundedFile } from "./read-bounded-file.ts";
export { type ConfigRow, type ConfigRows, readConfigRows } from "./read-config-rows.ts";
