// The page of the findings: its four pictures, texts from the data, what is copied.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import * as toasts from '../../../ui/page/toasts';
import { FindingsPage } from '../../../ui/rules/findings/FindingsPage';
import { sortFindings, textOfAll } from '../../../ui/rules/findings/shownFindings';
import { connect } from '../../backend/connect';
import { type FakeBackend, failure, fakeBackend } from '../../support/backend';
import { resetDom } from '../../support/dom';
import { factsOf, findingsOf, outcomesOf, safeSettings } from '../../support/findingFacts';
import { accountsOf, baseOf, fieldOf } from '../../support/findingHoles';
import { click, mount, rest, type View } from '../../support/render';
import { admin, listOf } from '../../support/samples';

const role = fieldOf('select', 'role');
const open = [
  accountsOf('users', { create: '' }, [role]),
  baseOf('posts', {
    list: '@request.auth.role = "<b>" || title = "a"',
    update: '@request.data.title = title',
  }),
];
const recent = new Date(Date.now() - 60_000).toISOString().replace('T', ' ');

function backendWith(collections: object[], more: object = {}): FakeBackend {
  const backend = fakeBackend({
    'GET /api/collections': listOf(collections, 200),
    'GET /api/settings': safeSettings,
    'GET /api/backups': [{ key: 'a.zip', size: 1, modified: recent }],
    'GET /api/admins': listOf(
      [
        { ...admin, email: 'a@example.net' },
        { ...admin, email: 'b@example.net' },
      ],
      100,
    ),
    'GET /api/collections/:collection/records': {
      page: 1,
      perPage: 1,
      totalItems: 0,
      totalPages: 0,
      items: [],
    },
    ...more,
  });
  connect(backend, 't');
  return backend;
}

async function opened(): Promise<View> {
  const view = mount(<FindingsPage />);
  await rest();
  return view;
}

test.before.each(() => {
  resetDom();
  localStorage.clear();
});
test.after.each(() => {
  mount(null).unmount();
  toasts.closeAll();
});

test('nothing was found', async () => {
  backendWith([]);
  const view = await opened();
  assert.ok(view.text().includes('Nothing found.'));
  assert.match(view.find('footer').textContent ?? '', /^(\d+) of \1 checks passed\./);
});

for (const [status, title] of [
  [400, 'Nothing could be checked.'],
  [403, 'You may not read the collections.'],
] as const) {
  test(`the collections are refused with ${status}`, async () => {
    backendWith([], { 'GET /api/collections': failure(status, 'Not today.') });
    const view = await opened();
    assert.is(view.find('main [role="alert"] h2').textContent, title);
    assert.ok(view.text().includes('Not today.'));
  });
}

test('names and rules are text, and are not translated', async () => {
  backendWith(open);
  const view = await opened();
  const title = view
    .findAll('h3 button')
    .find((one) => one.textContent?.startsWith('Anyone can choose role'));
  assert.ok(title);
  assert.equal(
    [...title.querySelectorAll('[translate="no"]')].map(({ textContent }) => textContent),
    ['role'],
  );
  assert.is(title.getAttribute('aria-expanded'), 'false');
  click(title);
  assert.is(title.getAttribute('aria-expanded'), 'true');
  const codes = view.findAll('code[translate="no"]').map(({ textContent }) => textContent);
  assert.ok(codes.includes('@request.auth.role = "<b>" || title = "a"'));
});

test('what a check cannot judge is listed, and is not passed', async () => {
  backendWith(open);
  const view = await opened();
  assert.ok(view.text().includes('posts, update: The rule reads @request.data, which guests choose.'));
});

test('the copied text has all findings with their rules', () => {
  const outcomes = outcomesOf(factsOf(open));
  const sorted = sortFindings(outcomes, {});
  assert.equal(
    sorted.open.map(({ severity }) => severity),
    findingsOf(outcomes).map(({ severity }) => severity),
  );
  const text = textOfAll(sorted);
  assert.ok(
    text.startsWith(
      [
        'CRITICAL: Anyone can choose role when signing up; 1 rule trusts it',
        'One rule trusts role of the signed-in user. The create rule of users does not stop this. (users.role)',
        'create rule of users: Everyone',
        'list rule of posts: @request.auth.role = "<b>" || title = "a"',
        'Add @request.data.role:isset = false to the create rule.',
      ].join('\n'),
    ),
    text,
  );
  const key = sorted.open[0]?.key ?? '';
  const accepted = sortFindings(outcomes, { [key]: 'a note' });
  assert.equal([accepted.open.length, accepted.accepted.length], [sorted.open.length - 1, 1]);
  assert.ok(textOfAll(accepted).includes('ACCEPTED CRITICAL: Anyone'));
});

test.run();
