import { proxy } from 'valtio/vanilla';
import { subscribeKey } from 'valtio/vanilla/utils';
import * as listedRecords from '../backend/listedRecords';
import { currentLocation } from '../base/hash';
import type { Collection } from '../model/collection';
import { idsFilter } from '../model/filter/filter';
import { displayText } from '../model/recordName';
import * as collections from '../page/collections';
import { openPanel } from '../page/panels';
import * as session from '../page/session/session';
import type { Person, RuleRequest } from './reading/personSides';

/** The person that View as simulates. The address has it as `as=guest` or `as=users:RECORD_ID`. */
export type SeenAs =
  | { readonly kind: 'guest' }
  | { readonly kind: 'account'; readonly collection: Collection; readonly id: string };

export interface RecentPerson {
  /** As in the address. */
  readonly as: string;
  readonly name: string;
  readonly collectionName: string;
}

interface SeenAsState {
  /** The last chosen ones first. Only in memory, until the session ends, because they are names of people. */
  recent: readonly RecentPerson[];
  /** The query of the person's request, such as `{ q: 'open' }`. */
  query: Readonly<Record<string, string>>;
  /** The headers by the names that the server gives them, such as `x_token`. */
  headers: Readonly<Record<string, string>>;
  /** The body of a create or update, as JSON; '' for none. */
  body: string;
}

const mostRecent = 5;
const empty = (): SeenAsState => ({ recent: [], query: {}, headers: {}, body: '' });

export const state = proxy<SeenAsState>(empty());

const forgetAtEnd = (token: string) => {
  if (token === '') Object.assign(state, empty());
};
subscribeKey(session.state, 'token', forgetAtEnd, true);

/** Parses `as` of the address; null if no such person can exist. */
export function parseSeenAs(text: string): SeenAs | null {
  if (text === 'guest') return { kind: 'guest' };
  const at = text.indexOf(':');
  const collection = at < 0 ? undefined : collections.find(text.slice(0, at));
  const id = text.slice(at + 1);
  return collection?.type === 'auth' && id !== ''
    ? { kind: 'account', collection: collection as Collection, id }
    : null;
}

const printSeenAs = (collection: Collection, id: string) => `${collection.name}:${id}`;

/** Shows what the person in the address may do with the record; by default, the last chosen person, or a guest. */
export function openAccess(collectionId: string, recordId: string): void {
  const as = currentLocation().query['as'] ?? state.recent[0]?.as ?? 'guest';
  void openPanel('recordAccess', { collectionId, recordId, as });
}

/**
 * Reads the person, and remembers them as recent. `expand` names the relations to read with the account. Null for a
 * guest; 'gone' if the account is missing.
 */
export async function readPerson(
  who: SeenAs | null,
  { expand = '', signal }: { expand?: string; signal: AbortSignal },
): Promise<Person | null | 'gone'> {
  if (who?.kind !== 'account') return who === null ? 'gone' : null;
  const { collection, id } = who;
  const query = { perPage: '1', skipTotal: '1', filter: idsFilter([id]), ...(expand && { expand }) };
  const { items } = await listedRecords.list(collection.id, query, { signal });
  const [record] = items;
  if (!record) return 'gone';
  const person = { collection, record };
  remember(person);
  return person;
}

/** Null if the user chooses none. */
export async function pickPerson(collection: Collection): Promise<string | null> {
  const ids = await openPanel('recordPicker', {
    collectionId: collection.id,
    selected: [],
    max: 1,
    needs: 'person',
  });
  const [id] = ids ?? [];
  return id === undefined ? null : printSeenAs(collection, id);
}

export const accountsOf = (all: readonly Collection[]) => all.filter(({ type }) => type === 'auth');

export function remember({ collection, record }: Person): void {
  const as = printSeenAs(collection, record.id);
  const person = { as, name: displayText(record, collection), collectionName: collection.name };
  state.recent = [person, ...state.recent.filter((one) => one.as !== as)].slice(0, mostRecent);
}

/** Returns a request of the person without a body. */
export function requestBy(method: string): RuleRequest {
  const { query, headers } = state;
  return { method, context: 'default', query: { ...query }, headers: { ...headers }, body: {} };
}
