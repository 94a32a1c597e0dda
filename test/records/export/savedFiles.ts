// The files that the page lets the user save, without a browser.
import { mock } from 'node:test';

export interface SavedFile {
  name: string;
  content: Blob;
}

/** Collects the saved files from now on, until `mock.restoreAll()`. */
export function catchSavedFiles(): SavedFile[] {
  const saved: SavedFile[] = [];
  let content = new Blob();
  mock.method(URL, 'createObjectURL', (given: Blob) => {
    content = given;
    return 'blob:here';
  });
  mock.method(HTMLAnchorElement.prototype, 'click', function (this: HTMLAnchorElement) {
    saved.push({ name: this.download, content });
  });
  // The URL is valid for a minute, and the test does not wait for its end.
  const { setTimeout: wait } = globalThis;
  mock.method(globalThis, 'setTimeout', (act: () => void, ms: number) => {
    const timer = wait(act, ms);
    return ms === 60_000 ? timer.unref() : timer;
  });
  return saved;
}
