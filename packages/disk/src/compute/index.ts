export { createCompute } from "./create-compute.ts";
