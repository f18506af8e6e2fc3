export { type AnswerBell, createAnswerBell } from "./answer-bell.ts";
export { type AnswerOutcome, answerWaiting, findOpen } from "./answer-waiting.ts";
export {
  type AnsweredElsewhere,
  createFirstAnswer,
  isAnsweredElsewhere,
} from "./create-first-answer.ts";
export { createWaitingRoom, type WaitingRoom } from "./create-waiting-room.ts";
export { canAnswer, listWaiting, type WaitingQuestion, withdrawGone } from "./list-waiting.ts";
export { ownWaiter } from "./waiter.ts";
export { withdrawLanding } from "./withdraw-landing.ts";
