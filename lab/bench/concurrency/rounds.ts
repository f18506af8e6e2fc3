/** Many calls at once: one thousand that do nothing, one hundred that take ten milliseconds. */
import { defineTool } from "@toolplane/contract";
import { createKernel, type Session } from "@toolplane/kernel";
import { Ajv2020 } from "ajv/dist/2020.js";
import { doNothing, objectAt, type SampleArguments, SCHEMA, textAt } from "../kernel/workload.ts";
import { createRealClockHost } from "../real-clock-host.ts";

/** One round; `round` is new each time. */
export type Round = (round: number) => Promise<unknown>;

const THOUSAND = 1_000;
const HUNDRED = 100;
const WORK_MS = 10;

const wait = (): Promise<void> => new Promise((done) => setTimeout(done, WORK_MS));

/** Parsed, validated and awaited together, with nothing around them. */
export async function floorNoOps(): Promise<Round> {
  const validate = new Ajv2020().compile<SampleArguments>(SCHEMA);
  return () =>
    Promise.all(
      Array.from({ length: THOUSAND }, (_, index) => {
        const args: unknown = JSON.parse(textAt(index));
        if (!validate(args)) throw new Error("the sample is valid");
        return doNothing(args);
      }),
    );
}

export async function floorTimers(): Promise<Round> {
  return () => Promise.all(Array.from({ length: HUNDRED }, wait));
}

/** As single calls that are awaited together. */
export async function ourNoOps(): Promise<Round> {
  const session = open((args) => doNothing(args));
  return (round) =>
    Promise.all(
      Array.from({ length: THOUSAND }, (_, index) =>
        session.call({
          id: `c${round}-${index}`,
          name: "work",
          arguments: objectAt(index) as never,
        }),
      ),
    );
}

/** As one batch: questions first, then all at once. */
export async function ourBatch(): Promise<Round> {
  const session = open((args) => doNothing(args));
  return (round) =>
    session.callAll(
      Array.from({ length: THOUSAND }, (_, index) => ({
        id: `b${round}-${index}`,
        name: "work",
        arguments: objectAt(index) as never,
      })),
    );
}

/** As one batch of calls that wait. */
export async function ourTimers(): Promise<Round> {
  const session = open(() => wait());
  return (round) =>
    session.callAll(
      Array.from({ length: HUNDRED }, (_, index) => ({
        id: `t${round}-${index}`,
        name: "work",
        arguments: objectAt(index) as never,
      })),
    );
}

function open(execute: (args: SampleArguments) => Promise<unknown>): Session {
  const work = defineTool({
    id: "work",
    description: "Works.",
    parameters: SCHEMA,
    requires: {},
    execute: (args) => execute(args as SampleArguments),
  });
  const kernel = createKernel({
    host: createRealClockHost({}),
    tools: [work],
    defaultPolicy: false,
    policy: [{ scope: "session", rules: [{ permission: "*", pattern: "**", action: "allow" }] }],
  });
  return kernel.session();
}
