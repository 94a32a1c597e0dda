// Our collection editor against a real backend, with a signed-in admin.
//
//   const { calls } = await signInTo(await server.backend());
//   const editor = await openCollection(collection.id);
//   editor.edit('listRule', (edits) => edits.setRule('listRule', ''));
//   await saved(editor);
//   assert.equal(sent(calls), [{ listRule: '' }]);

import './bareWindow';
import * as assert from 'uvu/assert';
import { subscribe } from 'valtio/vanilla';
import * as api from '../../ui/backend/collections';
import type { CollectionOutcome } from '../../ui/collections/editor/collectionEditor';
import { type CollectionEditor, createCollectionEditor } from '../../ui/collections/editor/collectionEditor';
import { type CollectionForm, formOf } from '../../ui/collections/editor/collectionForm';
import type { Confirmation } from '../../ui/collections/editor/collectionSave';
import type { Collection } from '../../ui/model/collection';
import { normalizeIndex } from '../../ui/model/sql/indexStatement';
import { messagesOf, type SentCall } from './editorOnServer';
import { eventually } from './eventually';

export { signInTo } from './editorOnServer';

export async function openCollection(id: string | null): Promise<CollectionEditor> {
  const editor = createCollectionEditor(id);
  await editor.open();
  assert.is(editor.state.status, 'ready', messagesOf(editor));
  return editor;
}

/** Saves and confirms the changes. Returns null when nothing was stored. */
export async function saveWith(
  editor: CollectionEditor,
  confirmation: Confirmation = { renamesMentions: false },
): Promise<CollectionOutcome | null> {
  const stop = subscribe(editor.state, () => {
    if (editor.state.changes) editor.confirmChanges(confirmation);
    if (editor.state.conflicts) editor.cancelConflicts();
  });
  return editor.save().finally(stop);
}

/**
 * Saves, and fails with all messages when nothing was stored. Returns the collection as read from the server.
 */
export async function saved(editor: CollectionEditor, confirmation?: Confirmation): Promise<Collection> {
  const outcome = await saveWith(editor, confirmation);
  assert.ok(outcome && outcome.kind !== 'deleted', messagesOf(editor));
  assert.is(editor.state.isChanged, false);
  return api.get(editor.state.stored?.id ?? '');
}

/** Waits until a question is open. */
export async function asked(editor: CollectionEditor, question: 'conflicts' | 'changes'): Promise<void> {
  await eventually(() => (editor.state[question] ? '' : `no ${question}\n${messagesOf(editor)}`), '');
}

/** Returns the request bodies since the last call. */
export function sent(calls: SentCall[]): unknown[] {
  return calls
    .splice(0)
    .filter(({ method }) => method !== 'GET')
    .map(({ values }) => values);
}

export function keyOf({ state }: CollectionEditor, name: string): string {
  const field = state.form.fields.find((one) => one.name === name && !one.isRemoved);
  if (!field) throw new Error(`No field ${name}.`);
  return field.key;
}

export function rename(editor: CollectionEditor, from: string, to: string): void {
  const key = keyOf(editor, from);
  editor.editFields(`schema.${key}.name`, (edits) => edits.rename(key, to));
}

export const formNow = ({ state }: CollectionEditor) =>
  JSON.parse(JSON.stringify(state.form)) as CollectionForm;

/** Asserts that the whole form is stored, field by field: new fields have ids, removed fields are gone. */
export function assertStored(form: CollectionForm, collection: Collection): void {
  const there = formOf(collection);
  const live = form.fields.filter(({ isRemoved }) => !isRemoved);
  const newKeys = new Set(live.filter(({ id }) => id === '').map(({ key }) => key));
  const told = ({ key, id, options, ...rest }: CollectionForm['fields'][number]) => ({
    ...rest,
    id: id === '' || !form.fields.some((one) => one.id === id) ? 'new' : id,
    options: Object.fromEntries(Object.entries(options).filter(([, value]) => !isEmpty(value))),
  });
  assert.equal([there.name, there.type, there.rules], [form.name, form.type, form.rules]);
  assert.equal(there.indexes.map(normalizeIndex), form.indexes.map(normalizeIndex));
  const full = (options: object) => Object.entries(options).filter(([, value]) => !isEmpty(value));
  assert.equal(full(there.options).sort(), full(form.options).sort());
  if (form.type === 'view') return;
  assert.equal(there.fields.map(told), live.map(told));
  assert.is(there.fields.filter((field) => told(field).id === 'new').length, newKeys.size);
}

const isEmpty = (value: unknown) =>
  value === null || value === '' || (Array.isArray(value) && value.length === 0);
