// Makes happy-dom's window the global one. The runner loads this before anything else of a DOM test,
// because React reads `navigator` when it is imported.
import { GlobalWindow } from 'happy-dom';

// Node's own: its timers (a test can wait with them), its messages (MessageChannel and MessagePort fit only
// each other), and what is the same on both sides. Everything else comes from happy-dom, as a set: one
// half's Event is no Event to the other half's EventTarget.
const keptFromNode = new Set([
  ...['constructor', 'undefined', 'NaN', 'Infinity', 'global', 'globalThis', 'eval', 'Function'],
  ...['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'queueMicrotask'],
  ...['MessageChannel', 'MessagePort', 'console', 'performance', 'crypto', 'Buffer'],
  ...['window', 'self', 'top', 'parent', 'frames'],
]);

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

for (const name of ['window', 'self', 'top', 'parent', 'frames']) {
  Object.defineProperty(globalThis, name, { value: globalThis, writable: true, configurable: true });
}

// A followed link to another page would ask the network and empty the document under the test.
window.addEventListener('click', (event) => {
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null;
  if (link && link.href.split('#')[0] !== location.href.split('#')[0]) event.preventDefault();
});

// Node's keeps the process alive for as long as it is open, which a page's is for good.
const NodeBroadcastChannel = globalThis.BroadcastChannel;
globalThis.BroadcastChannel = class extends NodeBroadcastChannel {
  constructor(name: string) {
    super(name);
    (this as unknown as { unref(): void }).unref();
  }
};
