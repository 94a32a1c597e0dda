import { randomText } from './random';

/**
 * The tabs of one browser that have this page open, and which names each of them holds (the key of a draft it is
 * writing, say). Tabs ask one another over a BroadcastChannel; where there is none, this tab is alone.
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

/** From now on this tab holds the name, until the returned function has run. */
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

/** Whether an editor of this very tab holds the name. */
export function isHeldHere(name: string): boolean {
  return held.has(name);
}

/** The names that other live tabs hold, of each tab that answers in time. */
export function heldElsewhere(): Promise<Set<string>> {
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
