// The files of a record, as the editor shows them.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Collection } from '../../../ui/model/collection';
import { AuthInputs } from '../../../ui/records/editor/AuthInputs';
import { RecordInput } from '../../../ui/records/editor/RecordInput';
import { asNewer, field } from '../../support/fields';
import { act, click, eventually, mount, tick } from '../../support/render';
import { post, postsCollection, usersCollection } from '../../support/samples';
import { account, closeScene, openEditor, told } from './editorScene';

const withOptions = (options: object) =>
  ({
    ...postsCollection,
    schema: postsCollection.schema.map((field) =>
      field.type === 'file' ? { ...field, options: { ...field.options, ...options } } : field,
    ),
  }) as Collection;

async function draw(options: object) {
  const collection = withOptions(options);
  const { editor, calls, backend } = await openEditor({ collection });
  const field = collection.schema.find(({ type }) => type === 'file');
  assert.ok(field);
  const view = mount(<RecordInput editor={editor} field={field} />);
  return { view, editor, calls, backend };
}

test.after.each(async () => {
  mount(null).unmount();
  closeScene();
  await tick();
});

test('protected images are drawn again when the token arrives', async () => {
  const { view, editor } = await draw({ protected: true });
  await tick();
  assert.not.equal(editor.state.fileToken, '');
  assert.match(view.find<HTMLImageElement>('img').src, `token=${editor.state.fileToken}`);
  assert.match(view.find<HTMLAnchorElement>('a[href]').href, `token=${editor.state.fileToken}`);
});

test('a protected image that fails to load requests a token, a public one does not', async () => {
  for (const [isProtected, expected] of [
    [true, ['POST files/token']],
    [false, []],
  ] as const) {
    const { view, calls } = await draw({ protected: isProtected });
    await tick();
    localStorage.removeItem('pb_admin_file_token');
    calls();
    const fail = () => act(() => view.find('img').dispatchEvent(new Event('error')));
    fail();
    await tick();
    assert.equal(calls(), expected);
    closeScene();
  }
});

for (const how of ['dropped', 'chosen'])
  test(`${how} files beyond the maximum and of a wrong type are reported separately`, async () => {
    const { view, editor } = await draw({ maxSelect: 3, mimeTypes: ['image/png'] });
    const png = (name: string) => new File(['x'], name, { type: 'image/png' });
    const files = [png('one.png'), png('two.png'), new File(['x'], 'a.txt', { type: 'text/plain' })];
    const event = Object.assign(
      new Event(how === 'dropped' ? 'drop' : 'change', { bubbles: true, cancelable: true }),
      {
        dataTransfer: { types: ['Files'], files },
      },
    );
    const input = view.find('input[type="file"]');
    Object.defineProperty(input, 'files', { value: files });
    act(() => void (how === 'dropped' ? view.find('[role="group"]') : input).dispatchEvent(event));
    assert.equal(
      editor.state.form.files['pictures']?.added.map(({ name }) => name),
      ['one.png'],
    );
    assert.equal(told(), [
      '1 of 3 files was left out: the field is full.',
      '1 of 3 files was left out: the field does not take its type.',
    ]);
  });

test('a marked file keeps its place in a list; in a single field, Restore beside a new one is an error', async () => {
  const many = await draw({ maxSelect: 2 });
  const [first = ''] = many.editor.state.form.files['pictures']?.names ?? [];
  many.editor.removeFile('pictures', first);
  await tick();
  assert.match(many.view.text(), '2 of 2, 1 marked');
  assert.ok(many.view.byLabel<HTMLButtonElement>('Upload new file').disabled);
  click(many.view.byText('Restore'));
  await eventually(() => document.activeElement?.getAttribute('aria-label'), `Remove ${first}`);

  const { view, editor } = await draw({ maxSelect: 1 });
  const [stored = ''] = editor.state.form.files['pictures']?.names ?? [];
  editor.removeFile('pictures', stored);
  await tick();
  editor.addFiles('pictures', [new File(['x'], 'new.png')]);
  await tick();
  editor.restoreFile('pictures', stored);
  await tick();
  assert.match(view.text(), 'Select no more than 1.');
  assert.is(view.find('[role="group"]').getAttribute('data-invalid'), 'true');
});

test('an account has a user name of its own only where the server gives it one', async () => {
  for (const [collection, hasName] of [
    [usersCollection, true],
    [asNewer(usersCollection), false],
  ] as const) {
    const { editor } = await openEditor({ ...account, collection });
    const view = mount(<AuthInputs editor={editor} collection={collection} />);
    assert.is(view.text().includes('username'), hasName);
    assert.match(view.text(), 'email');
    closeScene();
  }
});

test('a date that the server sets is shown as a date', async () => {
  const seen = field('autodate', 'seen');
  const collection = { ...postsCollection, schema: [...postsCollection.schema, seen] } as Collection;
  const { editor } = await openEditor({ collection, record: { ...post, seen: '2026-01-02 03:04:05.678Z' } });
  const view = mount(<RecordInput editor={editor} field={seen} />);
  assert.match(view.find<HTMLInputElement>('input').value, /^2026-01-02 03:04:05/);
  assert.match(view.text(), 'Set by the server.');
});

test('a value that the server makes, and a stored password, need none', async () => {
  const code = field('text', 'code', { autogeneratePattern: '[a-z]{4}' }, { required: true });
  const secret = field('password', 'secret');
  const collection = { ...postsCollection, schema: [...postsCollection.schema, code, secret] } as Collection;
  const fields = [
    { field: code, isNew: true, text: 'codeLeave empty to auto generate.' },
    { field: code, isNew: false, text: 'code*abcd' },
    { field: secret, isNew: true, text: 'secret' },
    { field: secret, isNew: false, text: 'secretLeave empty to keep it.' },
  ];
  for (const { field, isNew, text } of fields) {
    const { editor } = await openEditor({ collection, record: { ...post, code: 'abcd' }, isNew });
    const view = mount(<RecordInput editor={editor} field={field} />);
    assert.is(view.text(), text);
    view.unmount();
    closeScene();
  }
});

test.run();
