import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ref } from 'valtio/vanilla';
import { configureClient } from '../../../ui/backend/client';
import * as dialect from '../../../ui/backend/dialect';
import { ApiDocsPanel } from '../../../ui/collections/docs/ApiDocsPanel';
import * as collections from '../../../ui/page/collections';
import * as panels from '../../../ui/page/panels';
import { click, mount, tick, type View } from '../../support/render';
import { postsCollection, collections as sampleCollections } from '../../support/samples';

let answers: unknown[];

function open(collectionId: string): View {
  const takes = { collectionId };
  void panels.openPanel('apiDocs', takes).then((answer) => answers.push(answer));
  return mount(<ApiDocsPanel id={panels.state.open.at(-1)?.id ?? 0} takes={takes} />);
}

const selected = (view: View) => view.findAll('[aria-selected="true"]').map((tab) => tab.textContent);

test.before.each(() => {
  answers = [];
  localStorage.clear();
  configureClient({
    apiBase: 'http://localhost:8090/api/',
    token: () => '',
    confirmSession: async () => true,
    onUnauthorized: () => {},
    onForbidden: () => {},
    onUnreachable: () => {},
  });
  Object.assign(collections.state, { all: ref(sampleCollections), isLoaded: true });
});
test.after.each(async () => {
  mount(null).unmount();
  panels.closeAll();
  collections.forget();
  await tick();
});

test("opens at the list page, and the examples use the server's URL", () => {
  const view = open(postsCollection.id);
  assert.is(view.find('h2').textContent, 'posts API docs');
  assert.is(view.find('h3').textContent, 'List/Search (posts)');
  assert.equal(selected(view), ['List/Search', 'JavaScript', '200']);
  assert.match(view.find('pre').textContent ?? '', "new PocketBase('http://127.0.0.1:8090')");
});

test('says that there are none for a newer server', () => {
  dialect.learn(23);
  const view = open(postsCollection.id);
  assert.match(view.text(), /Lowline has no API docs for this server\./);
  assert.equal(view.findAll('pre'), []);
  localStorage.clear();
  dialect.open('');
});

test('keeps the chosen language for other pages and the next panel, but not the page', async () => {
  const view = open(postsCollection.id);
  click(view.byText('curl'));
  await tick();
  click(view.byText('View'));
  await tick();
  assert.equal(selected(view), ['View', 'curl', '200']);
  assert.is(localStorage.getItem('pb_sdk_preference'), 'curl');
  view.unmount();
  assert.equal(selected(open(postsCollection.id)), ['List/Search', 'curl', '200']);
});

test('a new page shows its first response, whichever response was chosen before', async () => {
  const view = open(postsCollection.id);
  click(view.byText('400'));
  await tick();
  assert.equal(selected(view).at(-1), '400');
  click(view.byText('Delete'));
  await tick();
  assert.equal(selected(view).at(-1), '204');
  assert.match(view.text(), 'The response is empty.');
});

test('shows a message if the collection does not exist, and closes on request', async () => {
  const view = open('gone');
  assert.match(view.text(), 'This collection does not exist.');
  panels.closeAll();
  await tick();
  assert.equal(answers, [null]);
});

test.run();
