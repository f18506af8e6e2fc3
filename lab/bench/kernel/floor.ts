/** The floor: what no road can do without. */
import { Ajv2020 } from "ajv/dist/2020.js";
import type { BenchCall } from "../harness/measure-calls.ts";
import { doNothing, type SampleArguments, SCHEMA, textAt } from "./workload.ts";

/** JSON.parse, a compiled validator, and the tool's own promise; nothing else, not even a function around it. */
export async function setUpFloor(): Promise<BenchCall> {
  const validate = new Ajv2020().compile<SampleArguments>(SCHEMA);
  return (index) => {
    const args: unknown = JSON.parse(textAt(index));
    if (!validate(args)) throw new Error("the sample is valid");
    return doNothing(args);
  };
}
