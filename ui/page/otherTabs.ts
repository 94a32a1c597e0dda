import { randomText } from '../base/random';

/**
 * The open tabs of this page in one browser. Each tab holds names, such as the key of a draft. Tabs
 * communicate over a BroadcastChannel; without it, a tab knows only itself.
 */
export const tabId = randomText(8);

type Message = { kind: 'who holds' } | { kind: 'holds'; from: string; names: string[] };

const answersWithinMs = 80;
const held = new Map<string, number>();
const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('lowline');

channel?.addEventListener('message', ({ data }: MessageEvent<Message>) => {
  if (data.kind === 'who holds') send({ kind: 'holds', from: tabId, names: [...held.keys()] });
});

function send(message: Message): void {
  channel?.postMessage(message);
}

/** Makes this tab hold the name until the returned function is called. */
export function hold(name: string): () => void {
  held.set(name, (held.get(name) ?? 0) + 1);
  let isHeld = true;
  return () => {
    if (!isHeld) return;
    isHeld = false;
    const left = (held.get(name) ?? 0) - 1;
    if (left > 0) held.set(name, left);
    else held.delete(name);
  };
}

/** True if an editor of this tab holds the name. */
export function isHeldHere(name: string): boolean {
  return held.has(name);
}

/** Returns the names that other open tabs hold; tabs that answer too late are missing. */
export function findHeldNames(): Promise<Set<string>> {
  const names = new Set<string>();
  if (!channel) return Promise.resolve(names);
  return new Promise((resolve) => {
    const listen = ({ data }: MessageEvent<Message>) => {
      if (data.kind === 'holds') for (const name of data.names) names.add(name);
    };
    channel.addEventListener('message', listen);
    send({ kind: 'who holds' });
    setTimeout(() => {
      channel.removeEventListener('message', listen);
      resolve(names);
    }, answersWithinMs);
  });
}
