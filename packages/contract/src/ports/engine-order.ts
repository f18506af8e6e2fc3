/** Checks orders and offers for every engine, so that all of them refuse the same. */
import { ToolError } from "../result/error.ts";
import { MOST_LABELS, MOST_LABELS_NEEDED, type RunOrder, type WorkerOffer } from "./engine.ts";

/** An order with everything said. */
export interface FullOrder {
  readonly queue: string;
  readonly priority: number;
  readonly version: string;
  /** Sorted, each once. */
  readonly labels: readonly string[];
  readonly notBeforeMs: number | null;
  readonly key: string | null;
  readonly trace: string | null;
  readonly below: string | null;
}

/** The part of an order that a run below another takes over. */
export type OrderAbove = Pick<FullOrder, "queue" | "priority" | "labels">;

const NAME = /^[a-zA-Z0-9][a-zA-Z0-9._-]{0,63}$/;
const LABEL = /^[a-z]{1,16}=[a-zA-Z0-9][a-zA-Z0-9._-]{0,63}$/;
const LOWEST_PRIORITY = 1_000_000;
const MOST_KEY = 200;
const MOST_TRACE = 1_000;
const MOST_QUEUES = 8;
const MOST_AT_ONCE = 1_000;

const TOP: OrderAbove = { queue: "default", priority: 0, labels: [] };

/** Throws a ToolError `invalid_input` that names what is wrong. `above`: null where the run that is named there is not known. */
export function fullOrder(order: RunOrder, above: OrderAbove | null = null): FullOrder {
  const { below = null, version, key = null, notBeforeMs = null, trace = null } = order;
  if (below !== null && above === null) refuse("run above", below, "one that was submitted");
  const { queue = (above ?? TOP).queue, priority = (above ?? TOP).priority } = order;
  const labels = [...(above ?? TOP).labels, ...(order.labels ?? [])];
  if (!NAME.test(queue)) refuse("queue", queue, "a name of letters, digits, . _ and -");
  if (!NAME.test(version)) refuse("version", version, "a name of letters, digits, . _ and -");
  if (!Number.isInteger(priority) || priority < 0 || priority > LOWEST_PRIORITY)
    refuse("priority", priority, `a whole number from 0 to ${LOWEST_PRIORITY}`);
  if (notBeforeMs !== null && !Number.isFinite(notBeforeMs))
    refuse("notBeforeMs", notBeforeMs, "a moment");
  if (key !== null && (key === "" || key.length > MOST_KEY))
    refuse("key", key.slice(0, MOST_KEY), `a text of at most ${MOST_KEY} characters`);
  const needed = [...new Set(labels)].sort();
  checkLabels(needed);
  if (needed.length > MOST_LABELS_NEEDED)
    refuse("labels", needed.join(" "), `at most ${MOST_LABELS_NEEDED}: use a queue of its own`);
  const kept = trace !== null && trace.length <= MOST_TRACE ? trace : null;
  return { queue, priority, version, labels: needed, notBeforeMs, key, trace: kept, below };
}

/** Throws a ToolError `invalid_input` that names what is wrong. */
export function checkOffer({ name, queues, versions, labels, concurrency }: WorkerOffer): void {
  if (!NAME.test(name)) refuse("name", name, "a name of letters, digits, . _ and -");
  for (const queue of queues)
    if (!NAME.test(queue)) refuse("queue", queue, "a name of letters, digits, . _ and -");
  if (queues.length === 0 || queues.length > MOST_QUEUES)
    refuse("queues", queues.join(" "), `one to ${MOST_QUEUES}`);
  if (versions.length === 0) refuse("versions", "none", "one at least");
  checkLabels(labels);
  if (labels.length > MOST_LABELS) refuse("labels", labels.length, `at most ${MOST_LABELS}`);
  if (!Number.isInteger(concurrency) || concurrency < 1 || concurrency > MOST_AT_ONCE)
    refuse("concurrency", concurrency, `a whole number from 1 to ${MOST_AT_ONCE}`);
}

/** True when a worker may take what was ordered so. */
export function fitsOffer(
  { queue, version, labels }: Pick<FullOrder, "queue" | "version" | "labels">,
  offer: Pick<WorkerOffer, "queues" | "versions" | "labels">,
): boolean {
  const has = labels.every((label) => offer.labels.includes(label));
  return has && offer.queues.includes(queue) && offer.versions.includes(version);
}

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 60_000;

/** How long a run rests after so many faults in a row. */
export function faultPauseMs(times: number): number {
  return Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(20, Math.max(0, times - 1)));
}

function checkLabels(labels: readonly string[]): void {
  for (const label of labels)
    if (!LABEL.test(label)) refuse("label", label, "KIND=VALUE, such as workspace=shop");
}

function refuse(what: string, given: unknown, wanted: string): never {
  const text = String(given).slice(0, MOST_KEY);
  throw new ToolError("invalid_input", `The ${what} ${JSON.stringify(text)} must be ${wanted}.`);
}
