// Random edits of a collection (no view) that the server accepts.
//
//   fc.array(anyEdit).map((edits) => edits.forEach((edit) => applyTo(editor, edit)));

import fc from 'fast-check';
import type { CollectionEditor } from '../../ui/collections/editor/collectionEditor';
import { columnsOfIndex } from '../../ui/model/sql/indexStatement';
import { type FieldTypeName, fieldTypeNames } from '../../ui/model/types/fieldTypes';

const domains = fc.constantFrom(null, [], ['example.com'], ['example.com', 'example.org']);
const size = fc.constantFrom(1, 9, 5_242_880);
const flag = fc.boolean();

/** Options that the server accepts with any other options of the field. */
const anyOption: Readonly<Partial<Record<FieldTypeName, Record<string, fc.Arbitrary<unknown>>>>> = {
  text: {
    min: fc.constantFrom(null, 0, 3),
    max: fc.constantFrom(null, 3, 200),
    pattern: fc.constantFrom('', '^[a-z]+$'),
  },
  editor: { convertUrls: flag },
  number: { min: fc.constantFrom(null, -2, 0), max: fc.constantFrom(null, 0, 7), noDecimal: flag },
  bool: {},
  email: { exceptDomains: domains },
  url: { onlyDomains: domains },
  date: {
    min: fc.constantFrom('', '2024-01-01 00:00:00.000Z'),
    max: fc.constantFrom('', '2025-06-07 08:09:10.000Z'),
  },
  select: {},
  json: { maxSize: size },
  file: {
    maxSize: size,
    mimeTypes: fc.constantFrom(null, [], ['image/png']),
    thumbs: fc.constantFrom(null, [], ['100x100', '0x50f']),
    protected: flag,
  },
  relation: { cascadeDelete: flag },
};

const at = fc.nat(30);
const rule = fc.constantFrom('', 'id != ""', '@request.auth.id != "" && created > "2024-01-01"');
const ruleName = fc.constantFrom(
  ...(['listRule', 'viewRule', 'createRule', 'updateRule', 'deleteRule'] as const),
);

export const anyEdit = fc.oneof(
  fc.record({ act: fc.constant('add' as const), type: fc.constantFrom(...fieldTypeNames) }),
  fc.record({
    act: fc.constantFrom('rename' as const, 'duplicate' as const, 'remove' as const, 'restore' as const),
    at,
  }),
  fc.record({ act: fc.constant('move' as const), at, to: at }),
  fc.record({ act: fc.constant('option' as const), at, pick: at, seed: fc.nat(9) }),
  fc.record({
    act: fc.constantFrom('required' as const, 'presentable' as const, 'many' as const),
    at,
    isOn: flag,
  }),
  fc.record({ act: fc.constant('rule' as const), ruleName, rule: fc.option(rule) }),
  fc.record({ act: fc.constant('index' as const), at, isUnique: flag }),
  fc.record({ act: fc.constantFrom('removeIndex' as const, 'renameCollection' as const), at }),
);
export type AnyEdit = typeof anyEdit extends fc.Arbitrary<infer Edit> ? Edit : never;

/** Chooses an option of a type and a value for it, by two numbers. */
function optionOf(type: string, pick: number, seed: number): [name: string, value: unknown] | null {
  const options = Object.entries(anyOption[type as FieldTypeName] ?? {});
  const option = options[pick % Math.max(options.length, 1)];
  return option ? [option[0], fc.sample(option[1], { seed, numRuns: 1 })[0]] : null;
}

let made = 0;

/** Does nothing when the target of the edit does not exist. */
export function applyTo(editor: CollectionEditor, edit: AnyEdit): void {
  const { form } = editor.state;
  const live = form.fields.filter(({ isRemoved }) => !isRemoved);
  const pickFrom = <T>(all: readonly T[], place: number) => all[place % Math.max(all.length, 1)];
  made += 1;
  if (edit.act === 'add') {
    const key = editor.editFields('schema', (edits) => edits.add(edit.type));
    const set = (name: string, value: unknown) =>
      editor.editFields('schema', (edits) => edits.setOption(key, name, value));
    if (edit.type === 'select') set('values', ['a', 'b', 'c']);
    if (edit.type === 'relation') set('collectionId', '_pb_users_auth_');
    return;
  }
  if (edit.act === 'rule') {
    const { rule, ruleName } = edit;
    editor.edit(ruleName, (edits) => (rule === null ? edits.lock(ruleName) : edits.setRule(ruleName, rule)));
    return;
  }
  if (edit.act === 'renameCollection') {
    editor.edit('name', (edits) => edits.rename(`renamed_${made}`));
    return;
  }
  if (edit.act === 'removeIndex') {
    if (form.indexes.length > 0)
      editor.edit('indexes', (edits) => edits.removeIndex(edit.at % form.indexes.length));
    return;
  }
  if (edit.act === 'restore') {
    const gone = pickFrom(
      form.fields.filter(({ isRemoved }) => isRemoved),
      edit.at,
    );
    const stored = editor.state.stored?.schema.find(({ id }) => id === gone?.id);
    const isTaken = live.some(({ name }) => name.toLowerCase() === stored?.name.toLowerCase());
    if (gone && stored && !isTaken) {
      editor.editFields('schema', (edits) => edits.restore(gone.key, stored.name));
    }
    return;
  }
  const field = pickFrom(live, edit.at);
  if (!field) return;
  const { key, name, type } = field;
  const isMultiple = type === 'select' || type === 'file' || type === 'relation';
  switch (edit.act) {
    case 'rename':
      editor.editFields('schema', (edits) => edits.rename(key, `n${made}`));
      break;
    case 'duplicate':
      editor.editFields('schema', (edits) => edits.duplicate(key));
      break;
    case 'move':
      editor.editFields('schema', (edits) => {
        edits.move(edit.at % form.fields.length, edit.to % form.fields.length);
      });
      break;
    case 'remove':
      if (live.length < 2) break;
      editor.editFields('schema', (edits) => edits.remove(key));
      // The server refuses an index on a deleted column.
      for (let place = form.indexes.length - 1; place >= 0; place -= 1) {
        const isOnIt = columnsOfIndex(form.indexes[place] ?? '').includes(name);
        if (isOnIt) editor.edit('indexes', (edits) => edits.removeIndex(place));
      }
      break;
    case 'option': {
      const option = optionOf(type, edit.pick, edit.seed);
      if (option) editor.editFields('schema', (edits) => edits.setOption(key, ...option));
      break;
    }
    case 'required':
      editor.editFields('schema', (edits) => edits.setRequired(key, edit.isOn));
      break;
    case 'presentable':
      editor.editFields('schema', (edits) => edits.setPresentable(key, edit.isOn));
      break;
    case 'many':
      if (isMultiple) editor.editFields('schema', (edits) => edits.setMany(key, edit.isOn));
      break;
    case 'index':
      editor.edit('indexes', (edits) =>
        edits.setIndex(
          null,
          `CREATE ${edit.isUnique ? 'UNIQUE ' : ''}INDEX idx_any_${made} ON ${form.name} (${name}, created desc)`,
        ),
      );
      break;
  }
}
