import { loadPart } from '../page/loadPart';

const load = <Part>(part: () => Promise<Part>) =>
  loadPart(part, 'The write lock could not be loaded, so nothing can be written.');

// Load the code of environment and lock, which most servers do not have. A failure shows a toast and returns null.
export const loadStrip = () => load(async () => (await import('./entries/desk')).EnvironmentStrip);
export const loadLock = () => load(async () => (await import('./entries/desk')).lock);
export const loadPermit = () => load(async () => (await import('./entries/desk')).permit);
