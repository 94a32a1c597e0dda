import { fetchChunk } from '../../base/chunkFiles';

/** Loads the code for newer servers: a script of its own, so that a page of 0.22 does not load it. */
export function loadDoor() {
  fetchDoor();
  return import('../../app/entries/newer');
}

/** Fetches all files of the script at once. */
export function fetchDoor(): void {
  void fetchChunk('newer').catch(() => {});
}
