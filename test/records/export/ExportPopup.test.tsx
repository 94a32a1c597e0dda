import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Collection } from '../../../ui/model/collection';
import * as collections from '../../../ui/page/collections';
import * as panels from '../../../ui/page/panels';
import * as preferences from '../../../ui/page/preferences';
import { ExportPopup } from '../../../ui/records/export/ExportPopup';
import { createListSource } from '../../../ui/records/export/listSource';
import { createRecordList, type RecordList } from '../../../ui/records/recordList';
import type { Call, FakeBackend } from '../../support/backend';
import { click, eventually, mount, press, rest, type View } from '../../support/render';
import { listOf, postsCollection } from '../../support/samples';
import { endPage, listRoute, rows, startPage } from '../pickers/pickerBackend';
import { catchSavedFiles } from './savedFiles';

const posts = postsCollection as Collection;

let backend: FakeBackend;
let records: RecordList;
let closed: number;

function answersOf(count: number) {
  return (call: Call) => ({
    ...listOf(rows(Math.min(count, Number(call.query['perPage'])))),
    totalItems: count,
  });
}

/** Opens the popup of the list, as the menu does. */
function mountPopup(collection = posts): View {
  const source = createListSource(collection, records);
  void panels.openPanel('recordExport', { source }).then(() => {
    closed += 1;
  });
  return mount(<ExportPopup id={panels.state.open.at(-1)?.id ?? 0} takes={{ source }} />);
}

async function open(collection = posts, search = '', count = 2): Promise<View> {
  backend.answer(listRoute, answersOf(count));
  await records.open({ collection, sort: undefined, search, hidden: [] });
  const view = mountPopup(collection);
  await rest();
  return view;
}

async function choose(view: View, name: string, option: string): Promise<void> {
  click(view.byLabel(name));
  await rest();
  const found = view.findAll('[role="option"]').find(({ textContent }) => textContent === option);
  click(found as HTMLElement);
  await rest();
}

const radios = (view: View) =>
  view.findAll('[role="radiogroup"] label').map(({ textContent }) => textContent);
const lines = (view: View) => view.find('pre').textContent ?? '';

test.before.each(async () => {
  backend = await startPage();
  records = createRecordList();
  preferences.openColumns(posts.id);
  closed = 0;
  catchSavedFiles();
});
test.after.each(() => {
  mount(null).unmount();
  panels.closeAll();
  records.close();
  endPage();
  collections.forget();
});

test('the popup names the collection, the records, and the file with its first lines', async () => {
  const view = await open();
  assert.is(view.find('h2').textContent, 'Export records of posts');
  assert.is(view.find('h2 b').getAttribute('translate'), 'no');
  assert.equal(radios(view), [], 'the list is all records');
  assert.match(lines(view), /^id,title,body,views,.*\nrow0,Post 0,/);
  assert.is(view.find('pre').getAttribute('translate'), 'no');
  assert.match(view.text(), /posts_\d{14}\.csv/);
  assert.ok(view.byText('Export 2 records'));
  assert.ok(view.byText('As shown (14 of 14)'));
});

test('the search of the list stands beside it, and all records have their own count', async () => {
  const view = await open(posts, 'views > 1');
  assert.equal(radios(view), ['As listedviews > 1, newest first2', 'All records2']);
});

test('the choices of CSV go with the other formats, and the first lines follow', async () => {
  const view = await open();
  click(view.byText('CSV options'));
  await choose(view, 'Separator', 'Tab');
  assert.match(view.text(), /posts_\d{14}\.tsv/);
  await choose(view, 'Separator', 'Semicolon');
  assert.match(lines(view), /^id;title;body/);
  assert.ok(view.byLabel('Guard against formulas'));
  click(view.byText('JSON Lines'));
  await rest();
  assert.match(lines(view), /^\{"id":"row0"/);
  assert.not.match(view.text(), /CSV options|Separator|Byte order mark|Guard against formulas/);
  assert.match(view.text(), /posts_\d{14}\.jsonl/);
});

test('links of protected files have a note', async () => {
  const schema = posts.schema.map((field) =>
    field.type === 'file' ? { ...field, options: { ...field.options, protected: true } } : field,
  );
  const view = await open({ ...posts, schema });
  const note = /Links to protected files do not open without a file token\./;
  assert.not.match(view.text(), note);
  await choose(view, 'Files as', 'Links');
  assert.match(view.text(), note);
  assert.match(lines(view), 'http://localhost:8090/api/files/8hrfqm64nk2yu1z/row0/');
});

/** Starts an export whose first page does not come. */
async function start(view: View): Promise<() => void> {
  const release = backend.hold(listRoute);
  click(view.byText('Export 2 records'));
  await rest();
  return release;
}

test('while it runs, the choices are disabled and Stop has the focus', async () => {
  const view = await open();
  await start(view);
  // The second click of a double click does not stop it.
  click(view.byText('Stop'));
  await rest();
  assert.match(view.text(), /Read 0 of 2\.\.\./);
  assert.ok(view.find<HTMLFieldSetElement>('fieldset').disabled);
  assert.is(document.activeElement?.textContent, 'Stop');
});

test('Escape stops it first and closes the popup then', async () => {
  const view = await open();
  await start(view);
  press(view.find('[role="dialog"]'), 'Escape');
  await rest();
  assert.match(view.text(), /Stopped at 0 of 2\./);
  assert.equal(
    view.findAll('footer button').map(({ textContent }) => textContent),
    ['Close', 'Continue'],
  );
  press(view.find('[role="dialog"]'), 'Escape');
  await eventually(() => closed, 1);
});

test.run();
