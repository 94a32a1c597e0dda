import * as assert from 'uvu/assert';
import type { Collection } from '../../../ui/model/collection';
import { createCollection, field } from '../realBackend';
import type { TestBackend } from '../server';
import { placeOf } from './oracle';
import { anySent, type Name, names, type Random, type Stored } from './values';

export interface Row {
  values: Map<Name, Stored>;
  updated: string;
}

export type Truth = Awaited<ReturnType<typeof openTruth>>;

const recordsEach = 10;

/** Creates two collections with records, and keeps what the server should store. Others change the records there. */
export async function openTruth(backend: TestBackend, random: Random) {
  let token = '';
  const signedIn = (await ask('POST', 'admins/auth-with-password', {
    identity: backend.admin?.email,
    password: backend.admin?.password,
  })) as { token: string; admin: { id: string; email: string } };
  token = signedIn.token;

  const rowsById = new Map<string, Map<string, Row>>();
  /** All values that a field of a record has had. */
  const history = new Map<string, Set<Stored>>();
  const collections: Collection[] = [];
  let made = 0;
  const rowsOf = (collection: Collection) => rowsById.get(collection.id) as Map<string, Row>;
  const anyId = (collection: Collection): string | undefined => {
    const ids = [...rowsOf(collection).keys()];
    return ids[random(ids.length)];
  };

  for (const name of ['orders', 'crates']) {
    const collection = await createCollection({
      name,
      schema: [
        field('text', 'title'),
        field('number', 'total', { min: 0 }),
        field('bool', 'paid'),
        field('select', 'tags', { maxSelect: 3, values: ['a', 'b', 'c'] }),
        field('date', 'due'),
        field('json', 'meta', { maxSize: 10_000 }),
      ],
    });
    collections.push(collection);
    rowsById.set(collection.id, new Map());
    for (let at = 0; at < recordsEach; at += 1) await createElsewhere(collection);
  }

  async function ask(method: string, path: string, body?: object): Promise<Record<string, unknown>> {
    const response = await fetch(`${backend.url}/api/${path}`, {
      method,
      headers: { 'Content-Type': 'application/json', Authorization: token },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    assert.ok(response.ok, `${method} ${path}: ${response.status} ${text}`);
    return text === '' ? {} : JSON.parse(text);
  }

  function noteStored(collection: Collection, id: string, name: Name, value: Stored): void {
    const key = `${collection.id} ${placeOf(id, name)}`;
    history.set(key, (history.get(key) ?? new Set()).add(value));
    rowsOf(collection).get(id)?.values.set(name, value);
  }

  async function createElsewhere(collection: Collection): Promise<void> {
    const body = Object.fromEntries(names.map((name) => [name, anySent(random, name)]));
    made += 1;
    const id = String(made).padStart(15, 'r');
    const { updated } = await ask('POST', `collections/${collection.id}/records`, { id, ...body });
    rowsOf(collection).set(id, { values: new Map(), updated: String(updated) });
    for (const name of names) noteStored(collection, id, name, JSON.stringify(body[name]));
  }

  /** Returns the records as the server stores them, by id. */
  async function stored(collection: Collection): Promise<Map<string, Record<string, unknown>>> {
    const { items } = await ask('GET', `collections/${collection.id}/records?perPage=200`);
    return new Map((items as Record<string, unknown>[]).map((item) => [String(item['id']), item]));
  }

  return {
    url: backend.url,
    session: signedIn,
    collections: collections as readonly Collection[],
    rowsOf,
    noteStored,
    stored,

    /** Has the field of the record ever had this value? */
    hasHad: (collection: Collection, place: string, value: Stored): boolean =>
      history.get(`${collection.id} ${place}`)?.has(value) ?? false,

    async changeElsewhere(collection: Collection): Promise<void> {
      const id = anyId(collection);
      if (id === undefined) return;
      const chosen = names.filter(() => random(3) === 0);
      const body = Object.fromEntries(chosen.map((name) => [name, anySent(random, name)]));
      const { updated } = await ask('PATCH', `collections/${collection.id}/records/${id}`, body);
      for (const name of chosen) noteStored(collection, id, name, JSON.stringify(body[name]));
      Object.assign(rowsOf(collection).get(id) ?? {}, { updated });
    },

    /** Another record comes in its place. */
    async deleteElsewhere(collection: Collection): Promise<void> {
      const id = anyId(collection);
      if (id === undefined) return;
      await ask('DELETE', `collections/${collection.id}/records/${id}`);
      rowsOf(collection).delete(id);
      await createElsewhere(collection);
    },

    /** Compares the server with the truth. */
    async checkServer(collection: Collection, when: string): Promise<void> {
      const found = await stored(collection);
      const expected = rowsOf(collection);
      assert.equal([...found.keys()].sort(), [...expected.keys()].sort(), when);
      for (const [id, { values }] of expected) {
        const item = found.get(id) ?? {};
        for (const name of names)
          assert.is(JSON.stringify(item[name]), values.get(name), `${when}: ${id} ${name}`);
        Object.assign(expected.get(id) ?? {}, { updated: item['updated'] });
      }
    },
  };
}
