/** How often the model is told what does not pass before its turn ends all the same: a person decides then. */
export const MOST_TOLD = 3;
