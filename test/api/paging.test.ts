import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { ListAnswer } from '../../ui/api/client';
import { fullList } from '../../ui/api/paging';

const page = (number: number, totalItems: number, items: string[], perPage = 2): ListAnswer<string> => ({
  page: number,
  perPage,
  totalItems,
  items,
});

/** Responds from a list of pages, and records the requested ones. */
function pagesOf(pages: ListAnswer<string>[]) {
  const asked: number[] = [];
  const fetchPage = async (number: number) => {
    asked.push(number);
    const found = pages[number - 1];
    if (!found) throw new Error(`page ${number} was not expected`);
    return found;
  };
  return { asked, fetchPage };
}

test('a list that fits one page needs one request', async () => {
  const { asked, fetchPage } = pagesOf([page(1, 2, ['a', 'b'])]);
  assert.equal(await fullList(fetchPage), ['a', 'b']);
  assert.equal(asked, [1]);
});

test('an empty list needs one request', async () => {
  const { asked, fetchPage } = pagesOf([page(1, 0, [])]);
  assert.equal(await fullList(fetchPage), []);
  assert.equal(asked, [1]);
});

test('the other pages are read in parallel, and the rows keep their order', async () => {
  const release: Array<() => void> = [];
  const held = (number: number, items: string[]) =>
    new Promise<ListAnswer<string>>((done) => release.push(() => done(page(number, 5, items))));
  const asked: number[] = [];
  const rows = fullList((number) => {
    asked.push(number);
    if (number === 1) return Promise.resolve(page(1, 5, ['a', 'b']));
    return held(number, number === 2 ? ['c', 'd'] : ['e']);
  });
  await new Promise((done) => setTimeout(done));
  assert.equal(asked, [1, 2, 3]);
  for (const answer of release.reverse()) answer();
  assert.equal(await rows, ['a', 'b', 'c', 'd', 'e']);
});

test('a list that gets shorter meanwhile returns fewer rows', async () => {
  const { fetchPage } = pagesOf([page(1, 5, ['a', 'b']), page(2, 3, ['d']), page(3, 3, [])]);
  assert.equal(await fullList(fetchPage), ['a', 'b', 'd']);
});

test('the page size is the server’s, not the requested one', async () => {
  const { asked, fetchPage } = pagesOf([page(1, 2, ['a'], 1), page(2, 2, ['b'], 1)]);
  assert.equal(await fullList(fetchPage), ['a', 'b']);
  assert.equal(asked, [1, 2]);
});

for (const [what, answer] of [
  ['without a total', page(1, -1, ['a'])],
  ['without a page size', page(1, 5, ['a'], 0)],
] as const) {
  test(`a response ${what} counts as the whole list`, async () => {
    const { asked, fetchPage } = pagesOf([answer]);
    assert.equal(await fullList(fetchPage), ['a']);
    assert.equal(asked, [1]);
  });
}

test('one failed page fails the whole list', async () => {
  const { fetchPage } = pagesOf([page(1, 4, ['a', 'b'])]);
  assert.is(await fullList(fetchPage).catch((error: Error) => error.message), 'page 2 was not expected');
});

test.run();
