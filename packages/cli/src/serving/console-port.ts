/** The port of the console, unless one is given. */
export const CONSOLE_PORT = 7434;
