import { proxy, ref } from 'valtio/vanilla';
import { ApiError } from '../../backend/ApiError';
import * as listedRecords from '../../backend/listedRecords';
import { accountNamesOf, type Collection, collectionTypeOf } from '../../model/collection';
import { hasProtectedFile } from '../../model/file';
import { idsFilter } from '../../model/filter/filter';
import { type Condition, tryParseRule } from '../../model/filter/parseRule';
import { type MentioningRule, textOfRule } from '../../model/mentions';
import { type AnyRecord, isEmptyValue } from '../../model/record';
import { displayText } from '../../model/recordName';
import { lookupOf } from '../../model/rulePaths';
import { holdsFiles } from '../../model/types/fieldTypes';
import { can } from '../../page/capabilities';
import * as collections from '../../page/collections';
import { createLoading, type LoadingState } from '../../page/loading';
import { shownReason } from '../../page/report';
import { askRule, conditionsMet, type Question, questionOf, type Verdict } from '../askRule';
import { type Explained, type ExplainedRule, explainedRule } from '../reading/explainRule';
import type { Person, RuleRequest } from '../reading/personSides';
import { parseBody } from '../reading/requestText';
import * as seenAs from '../seenAs';

export type Act = 'list' | 'view' | 'update' | 'delete' | 'create' | 'files' | 'manage';

export interface ActState {
  readonly act: Act;
  /** Null until the server has responded. */
  readonly verdict: Verdict | null;
  /** Null if the rule has no conditions. */
  readonly rule: ExplainedRule | null;
  /** Whether each condition of the rule holds; null until `explain`. */
  readonly holds: ReadonlyMap<Condition, boolean> | null;
}

interface State extends LoadingState {
  /** A sentence if the record, its collection or the person was deleted. */
  gone: string | null;
  /** The record's name; its id until it is read. */
  name: string;
  /** The person, as in the address. */
  as: string;
  person: Person | null;
  acts: readonly ActState[];
}

export type RecordAccess = ReturnType<typeof createRecordAccess>;

const missing = "404 The requested resource wasn't found.";
const badList = '400 Something went wrong while processing your request.';
const onlyAdmins = '403 Only admins can perform this action.';

/** The rule of each act, and the server's response to an act that the rule refuses. */
const acts: Readonly<Record<Act, readonly [rule: MentioningRule, refused: string]>> = {
  list: ['listRule', '200 and a list without the record.'],
  view: ['viewRule', missing],
  update: ['updateRule', missing],
  delete: ['deleteRule', missing],
  create: ['createRule', '400 Failed to create record.'],
  files: ['viewRule', '403 Insufficient permissions to access the file resource.'],
  manage: ['manageRule', 'no change of email, password and verified.'],
};

export function responseTo(act: Act, { why }: Verdict & { kind: 'no' }): string {
  if (why === 'locked' && act !== 'files' && act !== 'manage') return onlyAdmins;
  return why === 'fault' && act === 'list' ? badList : acts[act][1];
}

function actsOf(collection: Collection): Act[] {
  const type = collectionTypeOf(collection);
  const files: Act[] = collection.schema.some(holdsFiles) ? ['files'] : [];
  if (type === 'view') return ['list', 'view', ...files];
  if (!can('writeVerdicts')) return ['list', 'view', 'delete', ...files];
  return [
    'list',
    'view',
    'update',
    'delete',
    'create',
    ...files,
    ...(type === 'auth' ? ['manage' as const] : []),
  ];
}

export function createRecordAccess(collectionId: string, recordId: string) {
  const collection = collections.find(collectionId) as Collection | undefined;
  const state = proxy<State>({
    status: 'loading',
    loadError: null,
    gone: null,
    name: recordId,
    as: '',
    person: null,
    acts: ref([]),
  });
  let record: AnyRecord | null = null;
  let stopping = new AbortController();
  const explaining = new Set<Act>();

  const lookup = () => lookupOf(collections.state.all as Collection[]);
  const loading = createLoading(state, read, show);

  async function read(signal: AbortSignal): Promise<Read | string> {
    if (!collection) return 'The collection was deleted.';
    const who = seenAs.parseSeenAs(state.as);
    const account = who?.kind === 'account' ? who.collection : null;
    const list = actsOf(collection).map((act): ActState => {
      const text = textOfRule(collection, acts[act][0]);
      const tree = text ? tryParseRule(text) : null;
      const rule = tree ? explainedRule(tree, collection, account, lookup()) : null;
      return { act, verdict: null, rule, holds: null };
    });
    const expands = (of: 'expand' | 'personExpand') =>
      [...new Set(list.flatMap(({ rule }) => rule?.[of].split(',') ?? []))].filter(Boolean).join(',');
    const [found, person] = await Promise.all([
      readRecord(collection, expands('expand'), signal),
      seenAs.readPerson(who, { expand: expands('personExpand'), signal }),
    ]);
    if (!found) return 'The record was deleted.';
    return person === 'gone' ? 'This user was deleted.' : { found, person, list };
  }

  function show(answer: Read | string): void {
    if (typeof answer === 'string') {
      state.gone = answer;
      return;
    }
    const { found, person, list } = answer;
    record = found;
    const name = collection ? displayText(found, collection) : recordId;
    Object.assign(state, { gone: null, name, person: person && ref(person), acts: ref(list) });
  }

  async function readRecord(of: Collection, expand: string, signal: AbortSignal): Promise<AnyRecord | null> {
    const filter = idsFilter([recordId]);
    const query = { perPage: '1', skipTotal: '1', filter, ...(expand && { expand }) };
    const [found] = (await listedRecords.list(of.id, query, { signal })).items;
    return found ?? null;
  }

  function askedOf(act: Act): (Question & { request: RuleRequest }) | null {
    if (!collection || !record) return null;
    const given = parseBody(seenAs.state.body).values;
    const isEmpty = Object.keys(given).length === 0;
    // The server checks the manage rule with the body of the update.
    const takesBody = act === 'update' || act === 'manage';
    const body = takesBody ? given : act === 'create' ? (isEmpty ? bodyLike(record) : given) : {};
    const question = questionOf(collection, acts[act][0], state.person);
    const context = act === 'files' ? 'protectedFile' : 'default';
    return {
      ...question,
      request: { ...question.request, body, context },
      ...(act === 'create' && { created: body }),
    };
  }

  /** Fields that a client can send to create a record like this one. */
  function bodyLike(like: AnyRecord): Record<string, unknown> {
    const own = new Set([
      ...(collection?.schema ?? []).filter((field) => !holdsFiles(field)).map(({ name }) => name),
      ...(collection ? accountNamesOf(collection).filter((name) => name !== 'verified') : []),
    ]);
    const isSent = ([name, value]: [string, unknown]) => own.has(name) && !isEmptyValue(value);
    return Object.fromEntries(Object.entries(like).filter(isSent));
  }

  async function judge(act: Act, signal: AbortSignal): Promise<void> {
    const question = askedOf(act);
    if (!question || !collection) return;
    const verdict =
      act === 'files' && !hasProtectedFile(collection)
        ? openToAll
        : await askRule(question, [recordId], signal).catch(failureOf);
    if (!signal.aborted) change(act, { verdict });
  }

  function change(act: Act, changes: Partial<ActState>): void {
    state.acts = ref(state.acts.map((one) => (one.act === act ? { ...one, ...changes } : one)));
  }

  return {
    state,

    /** `as` is 'guest' or `users:ID`. */
    async open(as: string): Promise<void> {
      stopping.abort();
      stopping = new AbortController();
      const { signal } = stopping;
      const again = state.acts.map((one) => ({ ...one, verdict: null, holds: null }));
      const status = again.length > 0 ? 'ready' : 'loading';
      Object.assign(state, { as, status, gone: null, person: null, acts: ref(again) });
      await loading.load();
      if (signal.aborted || state.status !== 'ready' || state.gone !== null) return;
      await Promise.all(state.acts.map(({ act }) => judge(act, signal)));
    },

    /** Reads which conditions of the rule hold. */
    async explain(act: Act): Promise<void> {
      const one = state.acts.find((other) => other.act === act);
      const question = askedOf(act);
      if (!one?.rule || !question || one.holds || explaining.has(act)) return;
      explaining.add(act);
      const { signal } = stopping;
      try {
        const met = await conditionsMet(one.rule, [recordId], question, signal);
        if (signal.aborted) return;
        const holds = new Map([...met].map(([condition, ids]) => [condition, ids.has(recordId)]));
        change(act, { holds });
      } catch (error) {
        if (!signal.aborted) change(act, { verdict: failureOf(error) });
      } finally {
        explaining.delete(act);
      }
    },

    explained(act: Act): Explained | null {
      if (!record) return null;
      // The create rule is checked against the new record.
      const shown: AnyRecord = { ...record, ...askedOf(act)?.created };
      return { record: shown, person: state.person, lookup: lookup() };
    },

    close(): void {
      stopping.abort();
      loading.cancel();
    },
  };
}

interface Read {
  readonly found: AnyRecord;
  readonly person: Person | null;
  readonly list: readonly ActState[];
}

/** The server sends an unprotected file to anyone with its address. */
const openToAll: Verdict = { kind: 'yes', isForAll: true, rows: null, ids: new Set(), found: null };

function failureOf(error: unknown): Verdict {
  if (!(error instanceof ApiError)) throw error;
  return { kind: 'unknown', reason: shownReason(error), isFailure: true };
}
