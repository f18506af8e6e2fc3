/** Loaded by a worker of the host under test. */
export { conformanceCompute as compute } from "../../../packages/testkit/src/host/conformance-compute.ts";
