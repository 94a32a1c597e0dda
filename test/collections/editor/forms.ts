// Forms of the sample collections, edited.
//
//   const mine = edited(posts, field('title', { required: false }));
//   const theirs = stored(posts, { listRule: 'id != ""' });

import {
  type CollectionForm,
  type FieldForm,
  fieldFormOf,
  formOf,
} from '../../../ui/collections/editor/collectionForm';
import type { Collection } from '../../../ui/model/collection';
import { postsCollection, statsCollection, usersCollection } from '../../support/samples';

export const posts = postsCollection as unknown as Collection;
export const users = usersCollection as unknown as Collection;
export const stats = statsCollection as unknown as Collection;

export const dayIndex = 'CREATE INDEX `idx_posts_day` ON `posts` (`day`)';

/** Returns a copy that a test may change. */
export function stored(collection: Collection, changes: Partial<Collection> = {}): Collection {
  return structuredClone({ ...collection, ...changes });
}

export function edited(collection: Collection, edit: (form: CollectionForm) => void = () => {}) {
  const form = formOf(collection);
  edit(form);
  return form;
}

export function fieldNamed(form: CollectionForm, name: string): FieldForm {
  const field = form.fields.find((one) => one.name === name);
  if (!field) throw new Error(`No field ${name}.`);
  return field;
}

/** Returns the collection with the changed field, in the server's form. */
export function withField(collection: Collection, name: string, changes: object): Collection {
  const schema = collection.schema.map((field) => (field.name === name ? { ...field, ...changes } : field));
  return stored(collection, { schema });
}

export function withoutField(collection: Collection, name: string): Collection {
  return stored(collection, { schema: collection.schema.filter((field) => field.name !== name) });
}

export function newField(name: string, type = 'text', options: Record<string, unknown> = {}): FieldForm {
  return { ...fieldFormOf({ id: '', name, type, options }), key: `new ${name}` };
}

export type Edit = (form: CollectionForm) => void;

/** Edits for tables of cases. */
export const form =
  (values: Partial<CollectionForm>): Edit =>
  (one) =>
    Object.assign(one, values);
export const rules =
  (values: Partial<CollectionForm['rules']>): Edit =>
  (one) =>
    Object.assign(one.rules, values);
export const options =
  (values: object): Edit =>
  (one) =>
    Object.assign(one.options, values);
export const field =
  (name: string, values: Partial<FieldForm>): Edit =>
  (one) =>
    Object.assign(fieldNamed(one, name), values);
export const option =
  (name: string, values: object): Edit =>
  (one) =>
    Object.assign(fieldNamed(one, name).options, values);
export const adds =
  (...fields: FieldForm[]): Edit =>
  (one) =>
    one.fields.push(...fields);
export const addsIndex =
  (...indexes: string[]): Edit =>
  (one) =>
    one.indexes.push(...indexes);
export const reverses: Edit = ({ fields }) => fields.reverse();
export const all =
  (...edits: Edit[]): Edit =>
  (one) => {
    for (const edit of edits) edit(one);
  };

export const namesOf = (form: CollectionForm) =>
  form.fields.map(({ name, isRemoved }) => (isRemoved ? `-${name}` : name));
