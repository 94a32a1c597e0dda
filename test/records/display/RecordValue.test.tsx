import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Collection } from '../../../ui/model/collection';
import { needsToken } from '../../../ui/model/file';
import type { ListedRecord } from '../../../ui/model/record';

import { fittingChips } from '../../../ui/records/display/CellLine';
import { cellTooltip, RecordValue } from '../../../ui/records/display/RecordValue';
import { columnsOf } from '../../../ui/records/display/recordColumns';
import type { RecordValueContext } from '../../../ui/records/types/fieldLook';
import { resetDom } from '../../support/dom';
import { field } from '../../support/fields';
import { act, click, mount, type View } from '../../support/render';
import { noFiles, postsCollection, user, usersCollection } from '../../support/samples';

const posts = postsCollection as Collection;
const users = usersCollection as Collection;
const hostile = '<img src=x onerror="alert(1)"><script>alert(2)</script>';

interface Given {
  collection?: Collection;
  /** Further properties of the record. */
  record?: object;
  target?: Collection;
  fileAddress?: ((name: string, isProtected: boolean) => string | undefined) | undefined;
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

/** Values of columns that are shown as if there were none. */
const absent: Record<string, unknown[]> = {
  title: ['', null, undefined],
  body: ['<p></p>', '<p><br></p>', null, hostile, '<!-- never closed'],
  views: [null, '42'],
  contact: [''],
  source: [''],
  day: ['', 'yesterday', 20261121],
  meta: [null, undefined],
  tags: [null, ['', null, 7]],
  pictures: [[], '', null],
  author: [[], null],
};
const long = (length: number) => 'x'.repeat(length);
/** The values of columns, and what is shown of each. */
const texts: Record<string, [value: unknown, shown: string][]> = {
  title: [
    ...['The first program', hostile, long(150)].map((text): [string, string] => [text, text]),
    [0, '0'],
    [false, 'false'],
    ['   ', ''],
    [long(151), `${long(150)}...`],
    ['😀'.repeat(200), `${'😀'.repeat(150)}...`],
  ],
  body: [
    ['<p>It computes <strong>numbers</strong>.</p><p>Many.</p>', 'It computes numbers. Many.'],
    [`a${hostile}b`, 'a b'],
    ['&lt;b&gt;', '<b>'],
    [long(300), `${long(195)}...`],
  ],
  views: [0, -0.1, 1e21].map((value) => [value, String(value)]),
  published: [true, false, null, 'true'].map((value) => [value, value === true ? 'True' : 'False']),
  contact: ['ada@example.com', hostile].map((text) => [text, text]),
  day: [['2026-11-21 00:29:33.714Z', '2026-11-21 00:29:33']],
  meta: [
    ...[{ seen: [1, 2] }, '', [], 0, false, { html: hostile }].map((value): [unknown, string] => [
      value,
      JSON.stringify(value),
    ]),
    ['with "quotes" and \n lines', 'with \\"quotes\\" and \\n lines'],
    [long(200), `${long(150)}...`],
  ],
  tags: [
    ['news', 'news'],
    [['<b>'], '<b>'],
  ],
  author: [['u1', 'u1']],
};

for (const column of new Set([...Object.keys(texts), ...Object.keys(absent)])) {
  test(`values of ${column} are shown as text, never as HTML`, () => {
    const none = (absent[column] ?? []).map((value): [unknown, string] => [value, 'N/A']);
    for (const [value, shown] of [...(texts[column] ?? []), ...none]) {
      const view = draw(column, value);
      assert.is((view.root.textContent ?? '').trim(), shown);
      assert.is(view.findAll('script, img[src="x"], [onerror]').length, 0);
    }
  });
}

test('an absent value differs by more than its colour', () => {
  assert.is(draw('title', '').byText('N/A').tagName, 'SPAN');
});

test('the tooltip of a text shows up to 500 characters, that of a date the local time', () => {
  assert.equal(tooltips(draw('title', 'x'.repeat(600))), [`${'x'.repeat(500)}...`]);
  assert.equal(tooltips(draw('title', 'short')), ['short']);
  assert.equal(tooltips(draw('title', '')), []);
  const [tooltip] = tooltips(draw('day', '2026-11-21 00:29:33.714Z'));
  assert.match(tooltip ?? '', /^2026-11-2\d \d\d:\d\d:33\.714$/);
});

const links: Record<string, string> = {
  'https://example.com/notes?a=b#c': 'https://example.com/notes?a=b#c',
  'http://example.com': 'http://example.com/',
  'HTTPS://EXAMPLE.COM/A': 'https://example.com/A',
  'mailto:ada@example.com': 'mailto:ada@example.com',
};
const noLinks = [
  ...['javascript:alert(1)', ' javascript:alert(1)', 'JaVaScRiPt:alert(1)', 'java\nscript:alert(1)'],
  ...[
    '\u0001javascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:x',
    'blob:http://a/x',
  ],
  ...[
    'file:///etc/passwd',
    'ftp://example.com',
    '//example.com',
    '/relative',
    'example.com',
    '#/collections',
  ],
];

test('only web and mail addresses are links, which open a new tab', () => {
  for (const address of [...Object.keys(links), ...noLinks]) {
    const view = draw('source', address);
    const [link] = view.findAll<HTMLAnchorElement>('a');
    assert.is(link?.getAttribute('href'), links[address], JSON.stringify(address));
    assert.is(view.root.textContent, address);
    if (link) assert.equal([link.target, link.rel], ['_blank', 'noopener noreferrer']);
  }
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

test('the id of a user says whether it is verified, that of another record nothing', () => {
  for (const label of ['Verified', 'Unverified']) {
    const record = { verified: label === 'Verified' };
    const mark = draw('id', user.id, { collection: users, record }).find('[role="img"]');
    assert.equal([mark.getAttribute('aria-label'), mark.dataset['tooltip']], [label, label]);
  }
  const schema = [...posts.schema, field('bool', 'verified')];
  const view = draw('id', 'r1', { collection: { ...posts, schema }, record: { verified: true } });
  assert.is(view.findAll('[role="img"]').length, 0);
});

test('each choice has the colour of its position, from the first again after eight; another value has none', () => {
  const values = Array.from({ length: 10 }, (_, index) => `v${index}`);
  const collection = withOptions('tags', { maxSelect: 3, values });
  const colours = ['v0', 'v2', 'v8', 'gone'].map(
    (value) => draw('tags', [value], { collection }).findAll('[data-choice]')[0]?.dataset['choice'],
  );
  assert.equal(colours, ['1', '3', '1', undefined]);
});

test('the choices that fit are shown, the others are counted and listed', () => {
  const values = ['news', 'draft', 'long', 'short'];
  const view = draw('tags', values, { collection: withOptions('tags', { maxSelect: 9, values }) });
  const rest = Number(/\+(\d)$/.exec(view.text())?.[1]);
  assert.ok(rest > 0 && rest < 4);
  assert.equal(tooltips(view), [values.slice(-rest).join('\n')]);
});

test('as many chips fit as leave space for the number of the rest, and one at least', () => {
  const long = 'a text of forty letters, more or less ..';
  const cases: [texts: string[], width: number, fitting: number, maxWidth?: number][] = [
    [[], 100, 0],
    [[long, long], 10, 1],
    [['a', 'b', 'c'], 200, 3],
    // The last needs no number behind it.
    [['a', 'b'], 2 * 34.6 + 4, 2],
    [['a', 'b', 'c'], 2 * 34.6 + 4, 1],
    [[long, long, long], 340, 3, 108],
    [[long, long, long], 300, 2, 108],
  ];
  for (const [texts, width, fitting, maxWidth] of cases)
    assert.is(fittingChips(texts, width, maxWidth), fitting, `${texts} in ${width}`);
});

test('a related record shows its distinguishing text without tags, or its presentable fields', () => {
  const related = { ...user, name: '<b>Ada</b> Lovelace' };
  const view = draw('author', user.id, { record: { expand: { author: related } } });
  assert.is(view.text(), 'Ada Lovelace');
  assert.equal(tooltips(view), ['Ada Lovelace']);
  const schema = users.schema.map((field) => ({ ...field, presentable: field.name === 'name' }));
  const record = { expand: { author: { ...user, title: 'not this' } } };
  assert.is(draw('author', user.id, { record, target: { ...users, schema } }).text(), 'Ada Lovelace');
});

test('ids stand for related records that are not there', () => {
  const others = [undefined, null, {}, { author: 'text' }, { author: [{ id: 'other' }] }];
  for (const expand of others) assert.is(draw('author', ['u1'], { record: { expand } }).text(), 'u1');
});

test('a related record shows its presentable image, which knows whether it is protected', () => {
  const schema = users.schema.map((field) => ({ ...field, options: { ...field.options, protected: true } }));
  const record = { expand: { author: { ...user, avatar: 'face.png' } } };
  const fileAddress = (name: string, isProtected: boolean) => `/${isProtected ? 'closed' : 'open'}/${name}`;
  for (const [target, src] of [
    [users, '/open/face.png'],
    [{ ...users, schema } as Collection, '/closed/face.png'],
  ] as const) {
    const image = draw('author', user.id, { record, target, fileAddress }).find('img');
    assert.equal([image.getAttribute('src'), image.getAttribute('alt')], [src, 'face.png']);
  }
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

test('a file opens if its table can show it; a single one may be a plain text', () => {
  const opened: string[] = [];
  const onFileOpen = (record: ListedRecord, name: string) => opened.push(`${record.id} ${name}`);
  assert.is(draw('pictures', ['a.png']).findAll('button').length, 0);
  click(draw('pictures', 'a.png', { context: { onFileOpen } }).find('button'));
  assert.equal(opened, ['r1 a.png']);
});

test('a picture without an address, or one that fails to load, is an icon of its name', () => {
  const failures: string[] = [];
  for (const fileAddress of [() => undefined, undefined]) {
    const view = draw('pictures', ['a.png'], { fileAddress, onFileFailure: () => failures.push('a.png') });
    const [image] = view.findAll('img');
    assert.is(image !== undefined, fileAddress === undefined, 'without an address nothing is requested');
    act(() => void image?.dispatchEvent(new Event('error')));
    assert.is(view.findAll('img').length, 0);
    const { tooltip } = view.find('[role="img"]').dataset;
    assert.is(tooltip, image ? 'a.png\nCould not be loaded.' : 'a.png');
  }
  assert.equal(failures, [], 'an open file needs no token');
});

test.run();
