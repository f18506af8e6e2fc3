export { describeDrift } from "./describe-drift.ts";
