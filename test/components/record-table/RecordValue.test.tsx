import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { cellTooltip } from '../../../ui/components/record-table/cellText';
import { RecordValue, type RecordValueContext } from '../../../ui/components/record-table/RecordValue';
import { columnsOf } from '../../../ui/components/record-table/recordColumns';
import type { Collection } from '../../../ui/model/collection';
import { needsToken } from '../../../ui/model/file';
import type { ListedRecord } from '../../../ui/model/record';
import { resetDom } from '../../support/dom';
import { act, click, mount, type View } from '../../support/render';
import { noFiles, post, postsCollection, user, usersCollection } from '../../support/samples';

const posts = postsCollection as Collection;
const users = usersCollection as Collection;
const hostile = '<img src=x onerror="alert(1)"><script>alert(2)</script>';

interface Given {
  collection?: Collection;
  /** Further properties of the record. */
  record?: object;
  target?: Collection;
  fileAddress?: (name: string, isProtected: boolean) => string | undefined;
  onFileFailure?: () => void;
  context?: Partial<RecordValueContext>;
}

/** Draws one value of a record as the cell of its column. */
function draw(name: string, value: unknown, given: Given = {}): View {
  const { collection = posts, record = {}, target = users } = given;
  const column = columnsOf(collection).find((one) => one.name === name);
  if (!column) throw new Error(`${collection.name} has no column ${name}`);
  const row = { id: 'r1', [name]: value, ...record } as unknown as ListedRecord;
  return mount(
    <div data-tooltip={cellTooltip(row, column)}>
      <RecordValue
        record={row}
        column={column}
        context={{
          collectionById: (id) => (id === users.id ? target : undefined),
          collection,
          files: {
            state: { fileToken: '' },
            thumbAddress: (one, file, its) =>
              (given.fileAddress ?? ((text) => `/files/${text}`))(file, needsToken(one, file, its)),
            renewToken: async () => given.onFileFailure?.(),
          },
          link: { hash: (id) => `#/records/${id}`, onOpen: () => {} },
          ...given.context,
        }}
      />
    </div>,
  );
}

const tooltips = (view: View) => view.findAll('[data-tooltip]').map((one) => one.dataset['tooltip']);
const withOptions = (name: string, options: object): Collection => ({
  ...posts,
  schema: posts.schema.map((field) =>
    field.name === name ? { ...field, options: { ...field.options, ...options } } : field,
  ),
});

test.before.each(resetDom);

const texts: Array<[column: string, value: unknown, shown: string]> = [
  ['title', 'The first program', 'The first program'],
  ['title', '', 'N/A'],
  ['title', null, 'N/A'],
  ['title', undefined, 'N/A'],
  ['title', '0', '0'],
  ['title', 0, '0'],
  ['title', false, 'false'],
  ['title', hostile, hostile],
  ['title', '   ', ''],
  ['title', 'x'.repeat(150), 'x'.repeat(150)],
  ['title', 'x'.repeat(151), `${'x'.repeat(150)}...`],
  ['title', '😀'.repeat(200), `${'😀'.repeat(150)}...`],
  ['body', '<p>It computes <strong>numbers</strong>.</p><p>Many.</p>', 'It computes numbers. Many.'],
  ['body', '', 'N/A'],
  ['body', '<p></p>', 'N/A'],
  ['body', '<p><br></p>', 'N/A'],
  ['body', null, 'N/A'],
  ['body', hostile, 'N/A'],
  ['body', `a${hostile}b`, 'a b'],
  ['body', '&lt;b&gt;', '<b>'],
  ['body', '<!-- never closed', 'N/A'],
  ['body', 'x'.repeat(300), `${'x'.repeat(195)}...`],
  ['views', 42.5, '42.5'],
  ['views', 0, '0'],
  ['views', -0.1, '-0.1'],
  ['views', 1e21, '1e+21'],
  ['views', null, 'N/A'],
  ['views', undefined, 'N/A'],
  ['views', '42', 'N/A'],
  ['published', true, 'True'],
  ['published', false, 'False'],
  ['published', null, 'False'],
  ['published', 'true', 'False'],
  ['contact', 'ada@example.com', 'ada@example.com'],
  ['contact', '', 'N/A'],
  ['contact', hostile, hostile],
  ['day', '2026-11-21 00:29:33.714Z', '2026-11-21 00:29:33'],
  ['day', '', 'N/A'],
  ['day', null, 'N/A'],
  ['day', 'yesterday', 'N/A'],
  ['day', 20261121, 'N/A'],
  ['meta', { seen: [1, 2] }, '{"seen":[1,2]}'],
  ['meta', null, 'N/A'],
  ['meta', undefined, 'N/A'],
  ['meta', '', '""'],
  ['meta', 'a text', 'a text'],
  ['meta', 'with "quotes" and \n lines', 'with \\"quotes\\" and \\n lines'],
  ['meta', '"', '\\"'],
  ['meta', [], '[]'],
  ['meta', {}, '{}'],
  ['meta', 0, '0'],
  ['meta', false, 'false'],
  ['meta', { html: hostile }, JSON.stringify({ html: hostile })],
  ['meta', 'x'.repeat(200), `${'x'.repeat(150)}...`],
  ['tags', ['news'], 'news'],
  ['tags', 'news', 'news'],
  ['tags', [], 'N/A'],
  ['tags', '', 'N/A'],
  ['tags', null, 'N/A'],
  ['tags', ['', null, 7], 'N/A'],
  ['tags', ['<b>'], '<b>'],
  ['pictures', [], 'N/A'],
  ['pictures', '', 'N/A'],
  ['pictures', null, 'N/A'],
  ['author', '', 'N/A'],
  ['author', [], 'N/A'],
  ['author', null, 'N/A'],
  ['author', 'u1', 'u1'],
];

for (const [column, value, shown] of texts) {
  const given = JSON.stringify(value) ?? 'undefined';
  const label = given.length > 60 ? `${given.slice(0, 60)}... (${given.length})` : given;
  test(`${column} ${label} is shown as ${shown.slice(0, 40)}`, () => {
    const view = draw(column, value);
    assert.is((view.root.textContent ?? '').trim(), shown);
    assert.is(view.findAll('script, img[src="x"], [onerror]').length, 0);
  });
}

test('an absent value differs by more than its colour', () => {
  assert.is(draw('title', '').byText('N/A').tagName, 'SPAN');
});

test('the tooltip of a text shows up to 500 characters', () => {
  assert.equal(tooltips(draw('title', 'x'.repeat(600))), [`${'x'.repeat(500)}...`]);
  assert.equal(tooltips(draw('title', 'short')), ['short']);
  assert.equal(tooltips(draw('title', '')), []);
});

test('the tooltip of a date shows the local time', () => {
  const [tooltip] = tooltips(draw('day', '2026-11-21 00:29:33.714Z'));
  assert.match(tooltip ?? '', /^2026-11-2\d \d\d:\d\d:33\.714$/);
});

const addresses: Array<[address: string, href: string | null]> = [
  ['https://example.com/notes?a=b#c', 'https://example.com/notes?a=b#c'],
  ['http://example.com', 'http://example.com/'],
  ['HTTPS://EXAMPLE.COM/A', 'https://example.com/A'],
  ['mailto:ada@example.com', 'mailto:ada@example.com'],
  ['javascript:alert(1)', null],
  [' javascript:alert(1)', null],
  ['JaVaScRiPt:alert(1)', null],
  ['java\nscript:alert(1)', null],
  ['\u0001javascript:alert(1)', null],
  ['data:text/html,<script>alert(1)</script>', null],
  ['vbscript:x', null],
  ['file:///etc/passwd', null],
  ['blob:http://localhost/x', null],
  ['ftp://example.com', null],
  ['//example.com', null],
  ['/relative', null],
  ['example.com', null],
  ['#/collections', null],
  ['not an address', null],
];

for (const [address, href] of addresses) {
  test(`the address ${JSON.stringify(address)} is ${href ? 'a link in a new tab' : 'only text'}`, () => {
    const view = draw('source', address);
    const [link] = view.findAll<HTMLAnchorElement>('a');
    if (href === null) {
      assert.is(link, undefined);
      assert.is(view.root.textContent, address);
      return;
    }
    assert.is(link?.getAttribute('href'), href);
    assert.is(link?.target, '_blank');
    assert.is(link?.rel, 'noopener noreferrer');
    assert.is(link?.textContent, address);
  });
}

test('an empty address is no value', () => {
  assert.is(draw('source', '').text(), 'N/A');
});

test('the id can be copied and is not cut', () => {
  const view = draw('id', 'r1');
  assert.match(view.text(), /^r1/);
  assert.ok(view.byLabel('Copy'));
  assert.is(view.findAll('[role="img"]').length, 0);
});

test('the id is a link to its record, or a text that can be copied', () => {
  const opened: string[] = [];
  const link = { hash: (id: string) => `#/posts/${id}`, onOpen: (id: string) => opened.push(id) };
  const view = draw('id', 'r1', { context: { link } });
  assert.is(view.find('a').getAttribute('href'), '#/posts/r1');
  click(view.find('a'));
  assert.equal(opened, ['r1']);
  const column = columnsOf(posts)[0];
  assert.ok(column);
  const bare = mount(
    <RecordValue
      record={{ id: 'r1' } as ListedRecord}
      column={column}
      context={{ collection: posts, collectionById: () => undefined, files: noFiles }}
    />,
  );
  assert.is(bare.findAll('a').length, 0);
  assert.match(bare.text(), /^r1/);
  assert.ok(bare.byLabel('Copy'));
});

for (const [verified, label] of [
  [true, 'Verified'],
  [false, 'Unverified'],
] as const) {
  test(`the id of a user says ${label.toLowerCase()}`, () => {
    const mark = draw('id', user.id, { collection: users, record: { verified } }).find('[role="img"]');
    assert.is(mark.getAttribute('aria-label'), label);
    assert.is(mark.dataset['tooltip'], label);
  });
}

test('the id of another record says nothing about a field called verified', () => {
  const schema = [...posts.schema, { id: 'f_verified', name: 'verified', type: 'bool' }];
  const view = draw('id', 'r1', { collection: { ...posts, schema }, record: { verified: true } });
  assert.is(view.findAll('[role="img"]').length, 0);
});

test('each choice has the colour of its position, a value that is no longer a choice has none', () => {
  const collection = withOptions('tags', { maxSelect: 3, values: ['news', 'draft', 'long'] });
  const marks = (values: string[]) =>
    values.map((value) => {
      const [choice] = draw('tags', [value], { collection }).findAll('[data-choice]');
      return choice?.dataset['choice'];
    });
  assert.equal(marks(['news', 'long', 'gone']), ['1', '3', undefined]);
});

test('the colours repeat after the eighth choice', () => {
  const values = Array.from({ length: 10 }, (_, index) => `v${index}`);
  const view = draw('tags', ['v8'], { collection: withOptions('tags', { values }) });
  assert.is(view.find('[data-choice]').dataset['choice'], '1');
});

test('the choices that fit are shown, the others are counted and listed', () => {
  const values = ['news', 'draft', 'long', 'short'];
  const view = draw('tags', values, { collection: withOptions('tags', { maxSelect: 9, values }) });
  const rest = Number(/\+(\d)$/.exec(view.text())?.[1]);
  assert.ok(rest > 0 && rest < 4);
  assert.equal(tooltips(view), [values.slice(-rest).join('\n')]);
});

test('a related record shows its distinguishing text without tags', () => {
  const related = { ...user, name: '<b>Ada</b> Lovelace' };
  const view = draw('author', user.id, { record: { expand: { author: related } } });
  assert.is(view.text(), 'Ada Lovelace');
  assert.equal(tooltips(view), ['Ada Lovelace']);
});

test('a related record shows its presentable fields if its collection is known', () => {
  const target = {
    ...users,
    schema: users.schema.map((field) => ({ ...field, presentable: field.name === 'name' })),
  };
  const record = { expand: { author: { ...user, title: 'not this' } } };
  assert.is(draw('author', user.id, { record, target }).text(), 'Ada Lovelace');
});

for (const [what, expand] of [
  ['were not asked for', undefined],
  ['are null', null],
  ['are gone', {}],
  ['came as something else', { author: 'text' }],
  ['are others', { author: [{ id: 'other' }] }],
] as const) {
  test(`ids stand for related records that ${what}`, () => {
    assert.is(draw('author', ['u1'], { record: { expand } }).text(), 'u1');
  });
}

test('several related records keep the order of their ids, and a long text is cut', () => {
  const collection = withOptions('author', { maxSelect: null });
  const record = {
    expand: {
      author: [
        { id: 'u2', name: 'x'.repeat(100) },
        { id: 'u1', name: 'A' },
      ],
    },
  };
  const view = draw('author', ['u1', 'u2'], { collection, record });
  const [first, second] = tooltips(view);
  assert.is(first, 'A');
  assert.is(second, `${'x'.repeat(70)}...`);
});

test('a related record shows its presentable image', () => {
  const record = { expand: { author: { ...user, avatar: 'face.png' } } };
  const view = draw('author', user.id, { record });
  assert.is(view.find('img').getAttribute('src'), '/files/face.png');
  assert.is(view.find('img').getAttribute('alt'), 'face.png');
});

test('a picture of a related record knows whether it is protected', () => {
  const target = {
    ...users,
    schema: users.schema.map((field) => ({ ...field, options: { ...field.options, protected: true } })),
  } as Collection;
  const record = { expand: { author: { ...user, avatar: 'face.png' } } };
  const view = draw('author', user.id, {
    record,
    target,
    fileAddress: (name, isProtected) => `/${isProtected ? 'closed' : 'open'}/${name}`,
  });
  assert.is(view.find('img').getAttribute('src'), '/closed/face.png');
});

test('at most five files are shown, as thumbnails or icons', () => {
  const names = ['a.png', 'b.pdf', 'c.mp4', 'd.zip', 'e.svg', 'f.png', 'g.png'];
  const view = draw('pictures', names);
  assert.equal(
    view.findAll('img').map((one) => one.getAttribute('src')),
    ['/files/a.png', '/files/e.svg'],
  );
  assert.equal(
    view.findAll('[role="img"]').map((one) => one.getAttribute('aria-label')),
    ['b.pdf', 'c.mp4', 'd.zip'],
  );
  assert.match(view.text(), /\+2$/);
  assert.is(tooltips(view).at(-1), 'f.png\ng.png');
});

test('a single file may be a plain text in the response', () => {
  assert.is(draw('pictures', 'a.png').findAll('img').length, 1);
});

test('a file opens if its table can show it', () => {
  const opened: string[] = [];
  const onFileOpen = (record: ListedRecord, name: string) => opened.push(`${record.id} ${name}`);
  assert.is(draw('pictures', ['a.png']).findAll('button').length, 0);
  click(draw('pictures', ['a.png'], { context: { onFileOpen } }).find('button'));
  assert.equal(opened, ['r1 a.png']);
});

test('a picture without an address is an icon of its name, and requests nothing', () => {
  const view = draw('pictures', ['a.png'], { fileAddress: () => undefined });
  assert.is(view.findAll('img').length, 0);
  assert.is(view.find('[role="img"]').getAttribute('aria-label'), 'a.png');
  assert.is(view.find('[role="img"]').dataset['tooltip'], 'a.png');
});

test('an image that fails to load is replaced by an icon', () => {
  const failures: string[] = [];
  const view = draw('pictures', ['a.png'], {
    onFileFailure: () => failures.push('a.png'),
  });
  act(() => {
    view.find('img').dispatchEvent(new Event('error'));
  });
  assert.is(view.findAll('img').length, 0);
  assert.is(view.find('[role="img"]').dataset['tooltip'], 'a.png\nCould not be loaded.');
  assert.equal(failures, [], 'an open file needs no token');
});

test('a protected image waits for its token, and a failed one requests a new token', () => {
  const collection = withOptions('pictures', { protected: true });
  let asked = 0;
  const given = { collection, onFileFailure: () => asked++ };
  const waiting = draw('pictures', ['a.png'], { ...given, fileAddress: () => '' });
  assert.is(waiting.findAll('img').length, 0);
  assert.is(waiting.findAll('[role="img"]').length, 0);
  const view = draw('pictures', ['a.png'], {
    ...given,
    fileAddress: (name, isProtected) => `/${name}?${isProtected}`,
  });
  assert.is(view.find('img').getAttribute('src'), '/a.png?true');
  act(() => {
    view.find('img').dispatchEvent(new Event('error'));
  });
  assert.is(asked, 1);
});

test('every value of a record can be drawn', () => {
  for (const { name } of columnsOf(posts)) {
    const view = draw(name, (post as Record<string, unknown>)[name]);
    assert.ok(view.root.textContent !== '' || view.findAll('img, [role="img"]').length > 0, name);
  }
});

test.run();
