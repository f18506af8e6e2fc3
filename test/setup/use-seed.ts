/** Hands the seed of the run to fast-check, in each worker. A property that fails names it with the path to the case. */
import fc from "fast-check";
import { inject } from "vitest";

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: inject("propertySeed") });
