import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { IndexList } from '../../../../ui/collections/editor/indexes/IndexList';
import { act, click, mount, tick } from '../../../support/render';
import { postsCollection } from '../../../support/samples';
import { closeScene, confirmed, openEditor, removeField, routes } from '../editorScene';

const indexOf = (column: string) => `CREATE INDEX \`idx_${column}\` ON \`posts\` (\`${column}\`)`;
const collection = { ...postsCollection, indexes: ['day', 'title', 'id'].map(indexOf) };

/** Opens an index while a save runs that drops the first one, and ends the save. */
async function openDuringSave(column: string) {
  const scene = await openEditor({ collection });
  const { editor, backend } = scene;
  const view = mount(<IndexList editor={editor} />);
  act(() => removeField(editor, 'day'));
  const release = backend.hold(routes.update);
  const saving = editor.save();
  await act(() => confirmed(editor));
  click(view.byText(column));
  await tick();
  release();
  await act(() => saving);
  assert.equal([...editor.state.form.indexes], ['title', 'id'].map(indexOf));
  return { ...scene, view };
}

test.after.each(() => {
  mount(null).unmount();
  closeScene();
});

test('Remove index removes the opened one, although a save has dropped another', async () => {
  const { editor, view } = await openDuringSave('title');
  click(view.byLabel('Remove index'));
  assert.equal([...editor.state.form.indexes], ['id'].map(indexOf));
});

test('Set index replaces the opened one, although a save has dropped another', async () => {
  const { editor, view } = await openDuringSave('title');
  click(view.byText('created'));
  await tick();
  act(() => view.find<HTMLFormElement>('[role="dialog"] form').requestSubmit());
  const [changed, other] = editor.state.form.indexes;
  assert.match(changed ?? '', /idx_title.*created/s);
  assert.is(other, indexOf('id'));
});

test.run();
