import { proxy, ref } from 'valtio/vanilla';
import type { Collection } from '../model/collection';
import type { FullRecord } from '../model/record';

/**
 * All panels that several screens open, by name, with their input and result. The shell renders them, so that
 * no screen imports another screen to open a panel. A panel that takes types of its room is declared there.
 *
 *   const saved = await openPanel('recordEditor', { collectionId, recordId: null });
 *
 * The promise resolves when the panel has closed; null means no result.
 */
export interface Panels {
  recordEditor: {
    takes: {
      collectionId: string;
      /** Null for a new record. */
      recordId: string | null;
      /** The list that opens the panel. */
      list?: RecordPlaces;
      /** The values and files of a deleted record that could not be created again. */
      returning?: ReturningRecord;
    };
    answers: RecordOutcome | null;
  };
  recordPreview: { takes: { collectionId: string; recordId: string }; answers: null };
  recordPicker: {
    takes: {
      collectionId: string;
      selected: readonly string[];
      /** Null: no limit. */
      max: number | null;
      /** The caller needs one of this kind. Without it the selection may be empty. */
      needs?: 'person' | 'record';
    };
    answers: readonly string[] | null;
  };
  filePicker: { takes: { imagesOnly: boolean }; answers: { address: string; name: string } | null };
  /** Answers with the records to select, if the person wants to see them. */
  bulkEdit: {
    takes: {
      collectionId: string;
      ids: readonly string[];
      /** Called when records have changed. */
      onChange: () => void;
    };
    answers: readonly string[] | null;
  };
  collectionEditor: {
    takes: {
      /** Null for a new collection. */
      collectionId: string | null;
      /** The part that gets the focus, as the path of an error; a field by its name: `schema.title`. */
      at?: string | undefined;
      /** The column of a new index to offer. */
      indexed?: string | undefined;
    };
    answers: CollectionOutcome | null;
  };
  /** The server refused to delete the record, with this sentence, at this time in milliseconds since 1970. */
  deleteRefused: {
    takes: { collectionId: string; recordId: string; sentence: string };
    answers: null;
  };
  /** The acts that one person may do with a record. */
  recordAccess: {
    takes: { collectionId: string; recordId: string /** The person, as in an address. */; as: string };
    answers: null;
  };
  /** The request of the person for whom rules are asked. `hasBody`: it may create or update. */
  ruleRequest: { takes: { hasBody: boolean }; answers: null };
  /** The changes of a table whose collection was deleted. */
  goneChanges: { takes: { collectionId: string; name: string }; answers: null };
  filePreview: { takes: { collectionId: string; recordId: string; name: string }; answers: null };
  apiDocs: { takes: { collectionId: string }; answers: null };
}

export interface ReturningRecord {
  readonly id: string;
  readonly values: Readonly<Record<string, string | boolean | readonly string[]>>;
  readonly files: readonly (readonly [field: string, file: File])[];
}

/** The interface of a record list for the editor that it opens. */
export interface RecordPlaces {
  /** A proxy with the current rows of the list. */
  state: { items: readonly { id: string }[] };
  /**
   * Called when the editor shows another record: a created one, a neighbour, or an unsaved copy without an id. `outcome`
   * belongs to the previous record.
   */
  onShow(recordId: string | undefined, outcome: RecordOutcome | null): void;
}

/** The last change of a record in an editor. */
export type RecordOutcome =
  | { kind: 'created' | 'updated'; record: FullRecord }
  | { kind: 'deleted'; recordId: string };

/** The last change of a collection in an editor. */
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
