/** Time as an argument. `nowMs` never goes back; `wallMs` is for people and expiry dates. */
export interface Clock {
  nowMs(): number;
  wallMs(): number;
  /** Calls back once after at least `ms`; the returned function cancels. The timer must not keep a process alive. */
  setTimer(ms: number, callback: () => void): () => void;
}
