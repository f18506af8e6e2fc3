export { makeEncryptedPdf, makePdf } from "./fixtures/pdf-document.fixture.ts";
export { PROGRAM_MODULES } from "./fixtures/program-world.fixture.ts";
export { noteOf, told } from "./fixtures/read-world.fixture.ts";
export { openSessionWorld, type SessionWorldOptions } from "./fixtures/session-world.fixture.ts";
export { isSeen, SHORTENING, SLIPS } from "./fixtures/slips.fixture.ts";
