import { mock } from 'node:test';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { proxy } from 'valtio/vanilla';
import { ConfirmImportPopup } from '../../../ui/collections/import/ConfirmImportPopup';
import { keyOf } from '../../../ui/collections/import/lossCounts';
import type { ImportedCollection } from '../../../ui/collections/import/plan/importedCollection';
import { planImport } from '../../../ui/collections/import/plan/importPlan';
import type { ValueCount, ValueCounts } from '../../../ui/records/related/valueCounts';
import { button, input, open, openDialogs, press } from '../../settings/pages';
import type { FakeBackend } from '../../support/backend';
import { act, mount, rest, type, type View } from '../../support/render';
import { postsCollection, usersCollection } from '../../support/samples';
import { closeScene, routes, type Server, startScene, stored, told } from './importScene';

let backend: FakeBackend;
let server: Server;
let heard: string[] = [];

const label = 'Type delete to confirm*';
const [, , views, , , , , tags] = postsCollection.schema;
const plan = planImport({
  existing: stored,
  imported: [
    {
      ...postsCollection,
      schema: postsCollection.schema
        .filter(({ name }) => name !== 'views')
        .map((field) =>
          field.name === 'tags' ? { ...field, options: { ...field.options, maxSelect: 1 } } : field,
        ),
    },
  ] as unknown as ImportedCollection[],
  merges: false,
  deletesMissing: true,
});

async function asking(counts: Record<string, ValueCount> = {}): Promise<{ view: View; losses: ValueCounts }> {
  const losses: ValueCounts = { state: proxy(counts), stop: () => {} };
  const view = await open(
    <ConfirmImportPopup
      plan={plan}
      losses={losses}
      onClose={() => heard.push('closed')}
      onConfirm={() => heard.push('confirmed')}
    />,
  );
  return { view, losses };
}

const lines = (view: View) => view.findAll('[role="dialog"] li').map(({ textContent }) => textContent);
const backupLine = (view: View) => view.find('[role="dialog"] [role="status"]').textContent;
const isOff = () => button('Delete and import')?.disabled;

test.before.each(() => {
  ({ backend, server } = startScene());
  heard = [];
});
test.after.each(async () => {
  mock.timers.reset();
  mount(null).unmount();
  closeScene();
  await rest();
});

test('the popup names each lost collection and field with its count', async () => {
  const { view, losses } = await asking({
    [keyOf('w3v9d1k7q5s2a8x')]: 'unknown',
    [keyOf(usersCollection.id)]: 1204,
    [keyOf(postsCollection.id, views?.id)]: 'counting',
    [keyOf(postsCollection.id, tags?.id)]: 1,
  });
  assert.equal(lines(view), [
    'post_stats (view)',
    'users (1,204 records)',
    'posts.views (counting...)',
    'posts.tags (all but the last of several values in 1 record)',
  ]);
  await act(async () => {
    losses.state[keyOf(postsCollection.id, views?.id)] = 42;
  });
  assert.is(lines(view)[2], 'posts.views (42 values)');
});

test('only the exact word enables the button; the import is confirmed once, after the popup has closed', async () => {
  const { view } = await asking();
  assert.equal([isOff(), document.activeElement === input(view, label)], [true, true]);
  const submit = () => act(() => view.find<HTMLFormElement>('form').requestSubmit());
  for (const text of ['', 'Delete', 'delete it']) {
    type(input(view, label), text);
    assert.is(isOff(), true, text);
    submit();
    await rest();
    assert.equal([heard, openDialogs()], [[], 1], text);
  }
  type(input(view, label), ' delete ');
  assert.is(isOff(), false);
  mock.timers.enable({ apis: ['setTimeout'] });
  submit();
  submit();
  assert.equal(heard, []);
  for (const ms of [150, 250]) {
    await act(async () => mock.timers.tick(ms));
    assert.equal(heard, ['confirmed'], `${ms} ms later`);
  }
});

test('the popup shows the age of the newest backup, and a click makes a new one', async () => {
  const dayMs = 86_400_000;
  const threeDaysAgo = new Date(Date.now() - 3 * dayMs - 1000).toISOString().replace('T', ' ');
  server.backups = [
    { key: 'old.zip', size: 1, modified: '2020-01-01 00:00:00.000Z' },
    { key: 'newest.zip', size: 1, modified: threeDaysAgo },
  ];
  const { view } = await asking();
  assert.is(backupLine(view), 'Latest backup: 3 days ago. ');
  const release = backend.hold(routes.backup);
  press('Make a backup first');
  await rest();
  press('Make a backup first');
  await rest();
  assert.is(backend.callsTo(routes.backup).length, 1);
  await act(async () => release());
  await rest();
  assert.is(backupLine(view), 'Latest backup: just now. ');
  assert.equal(told(), ['success: Successfully generated new backup.']);
  assert.equal([heard, input(view, label).value], [[], '']);
});

test.run();
