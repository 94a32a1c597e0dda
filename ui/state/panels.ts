import { proxy, ref } from 'valtio/vanilla';
import type { Collection } from '../model/collection';
import type { FullRecord } from '../model/record';

/**
 * Every panel that more than one screen opens, by name: what it takes and what it answers. The shell draws them,
 * so no screen imports another to open one.
 *
 *   const saved = await openPanel('recordEditor', { collectionId, recordId: null });
 *
 * The promise ends when the panel has closed; null means that nothing came of it.
 */
export interface Panels {
  recordEditor: {
    takes: {
      collectionId: string;
      /** Null for a new one. */
      recordId: string | null;
      /** The list that it is opened from. */
      list?: RecordPlaces;
    };
    answers: RecordOutcome | null;
  };
  recordPreview: { takes: { collectionId: string; recordId: string }; answers: null };
  recordPicker: {
    takes: { collectionId: string; selected: readonly string[] /** Null: no limit. */; max: number | null };
    answers: readonly string[] | null;
  };
  filePicker: { takes: { imagesOnly: boolean }; answers: { address: string; name: string } | null };
  /** Null for a new one. */
  collectionEditor: { takes: { collectionId: string | null }; answers: CollectionOutcome | null };
  filePreview: { takes: { collectionId: string; recordId: string; name: string }; answers: null };
  apiDocs: { takes: { collectionId: string }; answers: null };
}

/** What an editor of records asks of, and tells to, the list that it was opened from. */
export interface RecordPlaces {
  /** A proxy: the rows as the list is shown now. */
  state: { items: readonly { id: string }[] };
  /** The editor shows another record: one that was just created, or a neighbour. What became of the one before. */
  onShow(recordId: string, outcome: RecordOutcome | null): void;
}

/** The last thing that happened to a record in an editor. */
export type RecordOutcome =
  | { kind: 'created' | 'updated'; record: FullRecord }
  | { kind: 'deleted'; recordId: string };

/** The last thing that happened to a collection in an editor. */
export type CollectionOutcome =
  | { kind: 'created' | 'updated'; collection: Collection }
  | { kind: 'deleted'; collectionId: string };

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

/** The panel has closed and leaves the document. */
export function answerPanel<Name extends PanelName>(id: number, answer: Panels[Name]['answers']): void {
  state.open = ref(state.open.filter((panel) => panel.id !== id));
  closers.delete(id);
  answers.get(id)?.(answer as never);
  answers.delete(id);
}

/** `discards`: the person has said that what is unsaved may go, its draft too. */
type Closer = (options: { discards: boolean }) => void;

/** How a panel is told from outside to close at once: it asks nothing and holds nothing unsaved afterwards. */
export function onCloseRequest(id: number, close: Closer): () => void {
  closers.set(id, close);
  return () => closers.delete(id);
}

let areKept = false;

/** For a change of the address to what an open panel shows already: no panel closes, and nothing is asked. */
export function keepWhile(change: () => void): void {
  areKept = true;
  try {
    change();
  } finally {
    areKept = false;
  }
}

/** Does the address follow a panel just now? */
export const isFollowed = () => areKept;

/** The address has left what the panels belong to; whoever had to be asked was. */
export function closeAll({ discards = false } = {}): void {
  for (const { id } of [...state.open].reverse()) {
    const close = closers.get(id);
    // Its chunk is still on its way: it must not appear on another page.
    if (!close) answerPanel(id, null);
    else close({ discards });
  }
}
