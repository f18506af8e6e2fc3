/** One line of the part that scrolls. `ends`: with this line the thing of that number was shown whole. */
export interface BodyLine {
  readonly text: string;
  readonly ends?: number;
}
