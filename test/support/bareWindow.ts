// The parts of a page that a store needs, when the network must be Node's own: events, storage, and tabs that
// do not keep the process alive. Import it first.

const events = new EventTarget();

class MemoryStorage {
  readonly #texts = new Map<string, string>();
  get length(): number {
    return this.#texts.size;
  }
  key(at: number): string | null {
    return [...this.#texts.keys()][at] ?? null;
  }
  getItem(key: string): string | null {
    return this.#texts.get(key) ?? null;
  }
  setItem(key: string, text: string): void {
    this.#texts.set(key, text);
  }
  removeItem(key: string): void {
    this.#texts.delete(key);
  }
  clear(): void {
    this.#texts.clear();
  }
}

const NodeBroadcastChannel = globalThis.BroadcastChannel;

Object.assign(globalThis, {
  window: globalThis,
  location: { hash: '' },
  addEventListener: events.addEventListener.bind(events),
  removeEventListener: events.removeEventListener.bind(events),
  dispatchEvent: events.dispatchEvent.bind(events),
  localStorage: new MemoryStorage(),
  BroadcastChannel: class extends NodeBroadcastChannel {
    constructor(name: string) {
      super(name);
      (this as unknown as { unref(): void }).unref();
    }
  },
});

export {};
