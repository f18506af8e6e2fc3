import { describeHostConformance } from "@toolplane/testkit";
import { describe, it } from "vitest";
import { openMemoryBench } from "./memory-bench.ts";

describe("the memory host", () => {
  describeHostConformance({ describe, it }, { create: openMemoryBench });
});
