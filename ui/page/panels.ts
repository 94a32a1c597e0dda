import { proxy, ref } from 'valtio/vanilla';

/**
 * All panels that several screens open, by name, with their input and result. The shell renders them, so that
 * no screen imports another screen to open a panel. Each is declared where it stands:
 *
 *   declare module '../../page/panels' {
 *     interface Panels {
 *       recordPreview: { takes: { collectionId: string; recordId: string }; answers: null };
 *     }
 *   }
 *   const saved = await openPanel('recordEditor', { collectionId, recordId: null });
 *
 * The promise resolves when the panel has closed; null means no result.
 */
// biome-ignore lint/suspicious/noEmptyInterface: the rooms fill it
export interface Panels {}

export type PanelName = keyof Panels;

export interface OpenPanel<Name extends PanelName = PanelName> {
  id: number;
  name: Name;
  takes: Panels[Name]['takes'];
}

export const state = proxy<{ open: readonly OpenPanel[] }>({ open: ref([]) });

const answers = new Map<number, (answer: never) => void>();
const closers = new Map<number, Closer>();
let lastId = 0;

export function openPanel<Name extends PanelName>(
  name: Name,
  takes: Panels[Name]['takes'],
): Promise<Panels[Name]['answers']> {
  lastId += 1;
  const id = lastId;
  state.open = ref([...state.open, { id, name, takes } as OpenPanel]);
  return new Promise((resolve) => {
    answers.set(id, resolve);
  });
}

/** Removes a closed panel and resolves its promise. */
export function answerPanel<Name extends PanelName>(id: number, answer: Panels[Name]['answers']): void {
  state.open = ref(state.open.filter((panel) => panel.id !== id));
  closers.delete(id);
  answers.get(id)?.(answer as never);
  answers.delete(id);
}

/** `discards`: the user agreed to lose unsaved changes and their draft. */
type Closer = (options: { discards: boolean }) => void;

/** Registers a function that closes the panel at once: it asks nothing and keeps nothing unsaved. */
export function onCloseRequest(id: number, close: Closer): () => void {
  closers.set(id, close);
  return () => closers.delete(id);
}

let areKept = false;

/** Changes the URL to the state of an open panel: no panel closes, and no question appears. */
export function keepWhile(change: () => void): void {
  areKept = true;
  try {
    change();
  } finally {
    areKept = false;
  }
}

/** True while a panel changes the URL. */
export const isFollowed = () => areKept;

let areLeft = false;

/** Changes the URL for a link of a panel: the panels close, even if only the filter of the list changes. */
export function leaveWhile(change: () => void): void {
  areLeft = true;
  try {
    change();
  } finally {
    areLeft = false;
  }
}

/** True while a link of a panel changes the URL. */
export const isLeft = () => areLeft;

/** Closes all panels after the URL has left their screen; any question was asked before. */
export function closeAll({ discards = false } = {}): void {
  for (const { id } of [...state.open].reverse()) {
    const close = closers.get(id);
    // The chunk is still loading: the panel must not appear on another page.
    if (!close) answerPanel(id, null);
    else close({ discards });
  }
}
