export { hasGit, runGit } from "./merge/lines/run-git.fixture.ts";
export { TEST_AUTHORITY, TEST_SERVER } from "./net/certificates.fixture.ts";
