export { settledCall } from "./record/rows/settled-call.fixture.ts";
export { createGeneratedEngine } from "./schema/interpreted/generated-engine.fixture.ts";
