export { accountName } from "./account-name.ts";
export { callArguments } from "./call-arguments.ts";
export { escapeJson, jsonText } from "./json-text.ts";
export { type PastPiece, pastTalk } from "./past-talk.ts";
export { planOf } from "./plan-of.ts";
export { retryWords } from "./retry-words.ts";
export { scratchName } from "./scratch-name.ts";
