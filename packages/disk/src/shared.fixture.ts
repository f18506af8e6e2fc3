export { TEST_AUTHORITY, TEST_SERVER } from "./net/certificates.fixture.ts";
