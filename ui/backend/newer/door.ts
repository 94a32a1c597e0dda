/** Loads the code for newer servers: a script of its own, so that a page of 0.22 does not load it. */
export const loadDoor = () => import('../../app/entries/newer');
