/**
 * One line of the part that scrolls. `ends`: with this line the thing of that number was shown whole. `row`: a cursor at this
 * number is drawn here.
 */
export interface BodyLine {
  readonly text: string;
  readonly ends?: number;
  readonly row?: number;
}
