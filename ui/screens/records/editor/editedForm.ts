import { ref } from 'valtio/vanilla';
import { type Collection, fieldOf } from '../../../model/collection';
import { type FieldErrors, without } from '../../../model/fieldErrors';
import { isEqual } from '../../../platform/equal';
import {
  type FileChange,
  freePlaces,
  moved,
  withAdded,
  withoutAdded,
  withRemoved,
  withRestored,
} from './fileChange';
import {
  byName,
  type FormFiles,
  type FormValue,
  type FormValues,
  isSame,
  type RecordForm,
} from './recordValues';

/** What is typed into a record, and what was there before. */
export interface EditedFormState {
  /** The same object as long as the editor lives; what differs is replaced in it, so that caret and scroll stay. */
  values: FormValues;
  files: FormFiles;
  /** The values as they were stored; of a new record, the empty ones. */
  original: Readonly<FormValues>;
  errors: FieldErrors;
  /** Whether anything was typed or chosen that is not stored: passwords and files count, too. */
  isChanged: boolean;
  /** The names of the values and files that differ from what is stored. */
  changed: Record<string, true>;
}

/** The form within the state of an editor. `onEdit` is called after each edit. */
export function createEditedForm(state: EditedFormState, onEdit: () => void) {
  let before: RecordForm = { values: byName([]), files: byName([]) };

  /** Shows a form, on top of what is stored. */
  function begin(form: RecordForm, stored: RecordForm = form): void {
    before = copyOf(stored);
    state.original = ref(before.values);
    const { values, files } = copyOf(form);
    replace(state.values, values);
    replace(state.files, files);
    measure();
  }

  /**
   * `sent` is stored now, as `stored`. What was typed since stays, and so does a text that means the same as the
   * one that came back.
   */
  function settle(collection: Collection, sent: RecordForm, stored: RecordForm): void {
    const now = copyOf(state);
    const [shown, kept] = [byName<FormValue>([]), byName<FormValue>([])];
    for (const [name, value] of Object.entries(stored.values)) {
      const typed = now.values[name] ?? value;
      const isTypedSince = !isEqual(typed, sent.values[name]);
      const isKept = !isTypedSince && isSame(collection, name, typed, value);
      shown[name] = isTypedSince || isKept ? typed : value;
      kept[name] = isKept ? typed : value;
    }
    const files = Object.entries(stored.files).map(([name, { names }]): [string, FileChange] => {
      const { removed = [], added = [] } = now.files[name] ?? {};
      const removedSince = removed.filter((file) => names.includes(file));
      return [
        name,
        {
          names: names.filter((file) => !removedSince.includes(file)),
          removed: removedSince,
          added: added.filter((file) => !sent.files[name]?.added.includes(file)),
        },
      ];
    });
    begin({ values: shown, files: byName(files) }, { values: kept, files: stored.files });
  }

  function set(name: string, value: FormValue): void {
    state.values[name] = copyOfValue(value);
    edited(name);
  }

  function changeFiles(name: string, change: (now: FileChange) => FileChange): void {
    const now = state.files[name];
    if (!now) return;
    state.files[name] = copyOfChange(change(now));
    edited(name);
  }

  function edited(name: string): void {
    state.errors = without(state.errors, name);
    measure();
    onEdit();
  }

  function measure(): void {
    const now = [...Object.entries(state.values), ...Object.entries(state.files)];
    const differing = now.filter(
      ([name, value]) => !isEqual(value, before.values[name] ?? before.files[name]),
    );
    replace(state.changed, byName(differing.map(([name]): [string, true] => [name, true])));
    state.isChanged = differing.length > 0;
  }

  return {
    begin,
    settle,
    set,
    /** A copy, which later edits leave as it is. */
    now: (): RecordForm => copyOf(state),
    before: (): RecordForm => before,

    /** As many as there is room for; answers how many were left out. */
    addFiles(collection: Collection, name: string, files: readonly File[]): number {
      const field = fieldOf(collection, name);
      const now = state.files[name];
      const taken = field && now ? files.slice(0, freePlaces(field, now)) : [];
      if (taken.length > 0) changeFiles(name, (change) => withAdded(change, taken));
      return files.length - taken.length;
    },
    removeFile: (name: string, file: string) => changeFiles(name, (change) => withRemoved(change, file)),
    restoreFile: (name: string, file: string) =>
      changeFiles(name, (change) => withRestored(change, file, before.files[name]?.names ?? [])),
    removeAddedFile: (name: string, at: number) => changeFiles(name, (change) => withoutAdded(change, at)),
    moveFile: (name: string, from: number, to: number) =>
      changeFiles(name, (change) => ({ ...change, names: moved(change.names, from, to) })),
    moveAddedFile: (name: string, from: number, to: number) =>
      changeFiles(name, (change) => ({ ...change, added: moved(change.added, from, to) })),
  };
}

export type EditedForm = ReturnType<typeof createEditedForm>;

function copyOf({ values, files }: RecordForm): RecordForm {
  return {
    values: byName(Object.entries(values).map(([name, value]) => [name, copyOfValue(value)])),
    files: byName(Object.entries(files).map(([name, change]) => [name, copyOfChange(change)])),
  };
}

function copyOfValue(value: FormValue): FormValue {
  return typeof value === 'object' ? [...value] : value;
}

/** A proxy around a File breaks it. */
function copyOfChange({ names, removed, added }: FileChange): FileChange {
  return { names: [...names], removed: [...removed], added: added.map((file) => ref(file)) };
}

function replace<Value>(target: Record<string, Value>, next: Readonly<Record<string, Value>>): void {
  for (const name of Object.keys(target)) if (!Object.hasOwn(next, name)) delete target[name];
  for (const [name, value] of Object.entries(next)) {
    if (!isEqual(target[name], value)) target[name] = value;
  }
}
