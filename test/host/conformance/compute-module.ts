/** Loaded by a worker of the host under test. */
export { conformanceCompute as compute } from "@toolplane/testkit/inside";
