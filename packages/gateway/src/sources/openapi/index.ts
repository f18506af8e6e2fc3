export { aboutApi } from "./about-api.ts";
export { isAddress } from "./read-description.ts";
export { noteSeen, removeSeen } from "./seen-file.ts";
