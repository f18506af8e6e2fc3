// The program: it is started by being loaded, and exports nothing.
export {};
