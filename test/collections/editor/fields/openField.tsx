// Draws the options of one field; the editor needs no server.
//
//   const { view, options, told } = await openField('text');
//   type(view.byLabel('Min length'), '3');
//   assert.is(options()['min'], 3);

import {
  type CollectionEditor,
  createCollectionEditor,
} from '../../../../ui/collections/editor/collectionEditor';
import type { FieldForm } from '../../../../ui/collections/editor/collectionForm';
import { FieldOptions } from '../../../../ui/collections/editor/fields/FieldOptions';
import * as collections from '../../../../ui/page/collections';
import * as panels from '../../../../ui/page/panels';
import { connect } from '../../../backend/connect';
import { fakeBackend } from '../../../support/backend';
import { resetDom } from '../../../support/dom';
import { act, mount, tick } from '../../../support/render';
import { listOf, postsCollection, collections as samples } from '../../../support/samples';

const opened: (() => void)[] = [];

interface Given {
  /** Set before the first render. */
  options?: Record<string, unknown>;
}

/** Opens the options of a new field of the type. */
export async function openField(type: string, { options = {} }: Given = {}) {
  return draw(null, (editor) => {
    const key = editor.editFields('schema', (edits) => edits.add(type as 'text'));
    const field = fieldAt(editor, key);
    Object.assign(field.options, options);
    return field;
  });
}

/** Opens the options of a stored field of `posts`. */
export async function openStoredField(name: string, { isSystem = false } = {}) {
  return draw(postsCollection.id, (editor) => {
    const field = editor.state.form.fields.find((one) => one.name === name) as FieldForm;
    field.isSystem = isSystem;
    return field;
  });
}

async function draw(collectionId: string | null, pick: (editor: CollectionEditor) => FieldForm) {
  connect(
    fakeBackend({
      'GET /api/collections': listOf(samples, 200),
      [`GET /api/collections/${postsCollection.id}`]: postsCollection,
    }),
  );
  await collections.load();
  const editor = createCollectionEditor(collectionId);
  await editor.open();
  const field = pick(editor);
  const { key } = field;
  const view = mount(<FieldOptions editor={editor} field={field} onDuplicated={() => {}} />);
  opened.push(() => {
    view.unmount();
    editor.discard();
    editor.close();
  });
  await tick();
  return {
    editor,
    view,
    key,
    field: () => fieldAt(editor, key),
    /** Returns a copy of the present options in the form. */
    options: () => JSON.parse(JSON.stringify(fieldAt(editor, key).options)) as Record<string, unknown>,
    /** Switches to Multiple as the row of the field does. */
    async becomeMultiple() {
      act(() => editor.editFields(`schema.${key}.options.maxSelect`, (edits) => edits.setMany(key, true)));
      await tick();
    },
    /** Sets an error at the path behind the field. */
    async refuse(path: string, message: string) {
      act(() => {
        editor.state.errors = {
          ...editor.state.errors,
          [`schema.${key}.${path}`]: { code: 'validation', message },
        };
      });
      await tick();
    },
  };
}

function fieldAt(editor: CollectionEditor, key: string): FieldForm {
  return editor.state.form.fields.find((field) => field.key === key) as FieldForm;
}

/** Pass this to `test.after.each`. */
export function closeFields(): void {
  for (const close of opened.splice(0)) close();
  panels.closeAll();
  collections.forget();
  resetDom();
}
