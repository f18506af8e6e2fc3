import { createFakeClock } from "@toolplane/testkit";
import { expect, it } from "vitest";
import { createWorkClock } from "./work-clock.ts";

it("the work clock pauses while a person is asked, and counts two questions at once only once", async () => {
  const clock = createFakeClock();
  const work = createWorkClock(clock);
  const began = work.nowMs();
  const took = (): number => work.nowMs() - began;
  await clock.advance(10);
  work.asked("one");
  await clock.advance(1_000);
  work.asked("two");
  expect(took()).toBe(10);
  work.answered("one");
  work.answered("one");
  await clock.advance(1_000);
  expect(took()).toBe(10);
  work.answered("two");
  await clock.advance(5);
  expect(took()).toBe(15);
});
