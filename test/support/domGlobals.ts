// Makes happy-dom's window the global one. The runner loads this first in a DOM test, because React reads
// `navigator` on import. Files that share a process open a new window each.
import { GlobalWindow } from 'happy-dom';

// Globals that stay Node's own: timers (so that a test can wait), messages (MessageChannel and MessagePort
// only work together), and equal ones. All others come from happy-dom as a set: an Event of one side is no
// Event for an EventTarget of the other.
const keptFromNode = new Set([
  ...['constructor', 'undefined', 'NaN', 'Infinity', 'global', 'globalThis', 'eval', 'Function'],
  ...['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'queueMicrotask'],
  ...['MessageChannel', 'MessagePort', 'console', 'performance', 'crypto', 'Buffer'],
  ...['window', 'self', 'top', 'parent', 'frames'],
]);

/** Replaces the global window by a new, empty one. */
function openWindow(): void {
  const page = new GlobalWindow({
    url: 'http://localhost:8090/_/',
    width: 1280,
    height: 800,
    settings: {
      disableJavaScriptFileLoading: true,
      disableCSSFileLoading: true,
      handleDisabledFileLoadingAsSuccess: true,
      navigation: { disableChildFrameNavigation: true, disableChildPageNavigation: true },
    },
  });
  const names = new Set<string>();
  for (let part: object = page; part !== Object.prototype; part = Object.getPrototypeOf(part)) {
    for (const name of Object.getOwnPropertyNames(part)) names.add(name);
  }
  for (const name of names) {
    if (keptFromNode.has(name)) continue;
    const value: unknown = Reflect.get(page, name);
    const isMethod = typeof value === 'function' && !/^[A-Z]/.test(name);
    Object.defineProperty(
      globalThis,
      name,
      typeof value === 'function'
        ? { value: isMethod ? value.bind(page) : value, writable: true, configurable: true }
        : {
            get: () => Reflect.get(page, name),
            set: (next) => Reflect.set(page, name, next),
            configurable: true,
          },
    );
  }
  globalThis.BroadcastChannel = PageChannel;
  for (const channel of channels.splice(0)) channel.close();
  // A followed link would send a request and empty the document during the test.
  window.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null;
    if (link && link.href.split('#')[0] !== location.href.split('#')[0]) event.preventDefault();
  });
}

const channels: BroadcastChannel[] = [];

/** A page never closes its channels. So they do not keep the process alive, and end with the window. */
const PageChannel = class extends globalThis.BroadcastChannel {
  constructor(name: string) {
    super(name);
    (this as unknown as { unref(): void }).unref();
    channels.push(this);
  }
};

for (const name of ['window', 'self', 'top', 'parent', 'frames']) {
  Object.defineProperty(globalThis, name, { value: globalThis, writable: true, configurable: true });
}

// React's development build marks each element and each render for a profiler. That takes a tenth of the time.
Object.assign(console, { createTask: undefined, timeStamp: undefined });

openWindow();
Object.assign(globalThis, { openWindow });
