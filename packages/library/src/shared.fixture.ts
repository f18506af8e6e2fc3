export { landingQuestion, publishQuestion } from "./approvals/question.fixture.ts";
