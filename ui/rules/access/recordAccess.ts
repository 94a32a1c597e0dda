import { proxy, ref } from 'valtio/vanilla';
import { ApiError } from '../../backend/ApiError';
import * as listedRecords from '../../backend/listedRecords';
import { accountNames, type Collection, collectionTypeOf } from '../../model/collection';
import { hasProtectedFile } from '../../model/file';
import { idsFilter } from '../../model/filter/filter';
import { type Condition, tryParseRule } from '../../model/filter/parseRule';
import { type MentioningRule, textOfRule } from '../../model/mentions';
import { type AnyRecord, isEmptyValue } from '../../model/record';
import { displayText } from '../../model/recordName';
import { lookupOf } from '../../model/rulePaths';
import { holdsFiles } from '../../model/types/fieldTypes';
import * as collections from '../../page/collections';
import { report, shownReason } from '../../page/report';
import { type Explained, type ExplainedRule, explainedRule } from '../reading/explainRule';
import type { Person } from '../reading/personSides';
import { parseBody } from '../reading/requestText';
import { conditionsMet, idsThatPass, type RuleCall, ruleCall, translate } from '../ruleAnswers';
import * as seenAs from '../seenAs';

export type Act = 'list' | 'view' | 'update' | 'delete' | 'create' | 'files' | 'manage';

/** The result of one act: whether the rule allows it, and the server's response. */
export type ActVerdict =
  | { readonly kind: 'asking' | 'everyone' | 'allowed' }
  /** `answer` is the response of the server. `reason` says why it cannot run the rule; null if it can. */
  | { readonly kind: 'refused'; readonly answer: string; readonly reason: string | null }
  /** The reason is a sentence. */
  | { readonly kind: 'notSimulated' | 'failed'; readonly reason: string };

export interface ActState {
  readonly act: Act;
  readonly verdict: ActVerdict;
  /** Null if the rule has no conditions. */
  readonly rule: ExplainedRule | null;
  /** By the conditions of the rule; null until `explain`. */
  readonly holds: ReadonlyMap<Condition, boolean> | null;
}

export interface RecordAccessState {
  status: 'loading' | 'ready' | 'gone' | 'failed';
  /** The reason of a failure. */
  message: string;
  /** The name of the record; its id until it is read. */
  name: string;
  /** As in an address. */
  as: string;
  person: Person | null;
  acts: readonly ActState[];
}

/** Judges each act of one person on one record. It sends reads of an admin only. */
export interface RecordAccess {
  state: RecordAccessState;
  /** Judges all acts for a person; `as` is 'guest' or `users:ID`. */
  open(as: string): Promise<void>;
  /** Asks which conditions of a rule hold. */
  explain(act: Act): Promise<void>;
  explained(act: Act): Explained | null;
  close(): void;
}

const missing = "404 The requested resource wasn't found.";
const badList = '400 Something went wrong while processing your request.';
const onlyAdmins = '403 Only admins can perform this action.';

interface ActKind {
  rule: MentioningRule;
  /** The server's response if the rule does not pass. */
  refused: string;
}

const acts: Readonly<Record<Act, ActKind>> = {
  list: { rule: 'listRule', refused: '200 and a list without the record.' },
  view: { rule: 'viewRule', refused: missing },
  update: { rule: 'updateRule', refused: missing },
  delete: { rule: 'deleteRule', refused: missing },
  create: { rule: 'createRule', refused: '400 Failed to create record.' },
  files: {
    rule: 'viewRule',
    refused: '403 Insufficient permissions to access the file resource.',
  },
  manage: { rule: 'manageRule', refused: 'no change of email, password and verified.' },
};

/** Returns the acts that a collection has. */
function actsOf(collection: Collection): Act[] {
  const type = collectionTypeOf(collection);
  const files: Act[] = collection.schema.some(holdsFiles) ? ['files'] : [];
  if (type === 'view') return ['list', 'view', ...files];
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

export function createRecordAccess(collectionId: string, recordId: string): RecordAccess {
  const collection = collections.find(collectionId) as Collection | undefined;
  const state = proxy<RecordAccessState>({
    status: 'loading',
    message: '',
    name: recordId,
    as: '',
    person: null,
    acts: ref([]),
  }) as RecordAccessState;
  let record: AnyRecord | null = null;
  let stopping = new AbortController();
  const explaining = new Set<Act>();

  const lookup = () => lookupOf(collections.state.all as Collection[]);

  async function open(as: string): Promise<void> {
    stopping.abort();
    stopping = new AbortController();
    const { signal } = stopping;
    const again = state.acts.map((one) => ({ ...one, verdict: { kind: 'asking' }, holds: null }));
    const status = again.length > 0 ? 'ready' : 'loading';
    Object.assign(state, { as, status, person: null, acts: ref(again) });
    try {
      await judgeAll(as, signal);
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof ApiError)) throw error;
      report(error, { isSilent: true });
      Object.assign(state, { status: 'failed', message: shownReason(error) });
    }
  }

  async function judgeAll(as: string, signal: AbortSignal): Promise<void> {
    const gone = (what: string) => Object.assign(state, { status: 'gone', message: `${what} was deleted.` });
    if (!collection) return void gone('The collection');
    const who = seenAs.parseSeenAs(as);
    const account = who?.kind === 'account' ? who.collection : null;
    const list = actsOf(collection).map((act): ActState => {
      const text = textOfRule(collection, acts[act].rule);
      const tree = text ? tryParseRule(text) : null;
      const rule = tree ? explainedRule(tree, collection, account, lookup()) : null;
      return { act, verdict: { kind: 'asking' }, rule, holds: null };
    });
    const expands = (of: 'expand' | 'personExpand') =>
      [...new Set(list.flatMap(({ rule }) => rule?.[of].split(',') ?? []))].filter(Boolean).join(',');
    const [found, person] = await Promise.all([
      readRecord(collection, expands('expand'), signal),
      seenAs.readPerson(who, { expand: expands('personExpand'), signal }),
    ]);
    if (signal.aborted) return;
    if (!found) return void gone('The record');
    if (person === 'gone') return void gone('This user');
    record = found;
    const name = displayText(found, collection);
    Object.assign(state, { status: 'ready', name, person: person && ref(person), acts: ref(list) });
    await Promise.all(list.map((one) => judge(one, signal)));
  }

  async function readRecord(of: Collection, expand: string, signal: AbortSignal): Promise<AnyRecord | null> {
    const filter = idsFilter([recordId]);
    const query = { perPage: '1', skipTotal: '1', filter, ...(expand && { expand }) };
    const [found] = (await listedRecords.list(of.id, query, { signal })).items;
    return found ?? null;
  }

  function callOf(act: Act): RuleCall | null {
    if (!collection || !record) return null;
    const given = parseBody(seenAs.state.body).values;
    const isEmpty = Object.keys(given).length === 0;
    // The server judges the manage rule with the body of the update.
    const takesBody = act === 'update' || act === 'manage';
    const body = takesBody ? given : act === 'create' ? (isEmpty ? bodyLike(record) : given) : {};
    const call = ruleCall(collection, acts[act].rule, state.person);
    const context = act === 'files' ? 'protectedFile' : 'default';
    return {
      ...call,
      request: { ...call.request, body, context },
      ...(act === 'create' && { created: body }),
    };
  }

  /** The fields that somebody can send to create a record like this one. */
  function bodyLike(like: AnyRecord): Record<string, unknown> {
    const own = new Set([
      ...(collection?.schema ?? []).filter((field) => !holdsFiles(field)).map(({ name }) => name),
      ...(collection && collectionTypeOf(collection) === 'auth'
        ? accountNames.filter((name) => name !== 'verified')
        : []),
    ]);
    const isSent = ([name, value]: [string, unknown]) => own.has(name) && !isEmptyValue(value);
    return Object.fromEntries(Object.entries(like).filter(isSent));
  }

  async function judge(one: ActState, signal: AbortSignal): Promise<void> {
    const verdict = await verdictOn(one, signal).catch(failureOf);
    if (!signal.aborted) change(one.act, { verdict });
  }

  async function verdictOn(one: ActState, signal: AbortSignal): Promise<ActVerdict> {
    const { act } = one;
    if (act === 'files' && collection && !hasProtectedFile(collection)) return { kind: 'everyone' };
    const call = callOf(act);
    if (!call || !collection) return { kind: 'asking' };
    const { refused } = acts[act];
    const answer = await translate(call, signal);
    switch (answer.kind) {
      case 'always':
        // An empty manage rule is none (`hasAuthManageAccess`).
        return act === 'manage' ? { kind: 'refused', answer: refused, reason: null } : { kind: 'everyone' };
      case 'adminsOnly': {
        const hasOwnAnswer = act === 'files' || act === 'manage';
        return { kind: 'refused', answer: hasOwnAnswer ? refused : onlyAdmins, reason: null };
      }
      case 'notSimulated':
        return { kind: 'notSimulated', reason: answer.reason };
      case 'fails':
        return { kind: 'refused', answer: act === 'list' ? badList : refused, reason: answer.reason };
      default: {
        // A guest manages nobody, under any rule.
        const isNobody = act === 'manage' && state.person === null;
        const passed = await idsThatPass(collection, [recordId], answer, signal);
        if (passed.has(recordId) && !isNobody) return { kind: 'allowed' };
        return { kind: 'refused', answer: refused, reason: isNobody ? 'A guest manages nobody.' : null };
      }
    }
  }

  function change(act: Act, changes: Partial<ActState>): void {
    state.acts = ref(state.acts.map((one) => (one.act === act ? { ...one, ...changes } : one)));
  }

  return {
    state,
    open,

    async explain(act) {
      const one = state.acts.find((other) => other.act === act);
      const call = callOf(act);
      if (!one?.rule || !call || one.holds || explaining.has(act)) return;
      explaining.add(act);
      const { signal } = stopping;
      try {
        const met = await conditionsMet(one.rule, [recordId], call, signal);
        if (signal.aborted) return;
        const holds = new Map([...met].map(([condition, ids]) => [condition, ids.has(recordId)]));
        change(act, { holds });
      } catch (error) {
        if (!signal.aborted) change(act, { verdict: failureOf(error) });
      } finally {
        explaining.delete(act);
      }
    },

    explained(act) {
      if (!record) return null;
      // A create rule reads the new record.
      const shown: AnyRecord = { ...record, ...callOf(act)?.created };
      return { record: shown, person: state.person, lookup: lookup() };
    },

    close() {
      stopping.abort();
    },
  };
}

function failureOf(error: unknown): ActVerdict {
  if (!(error instanceof ApiError)) throw error;
  report(error, { isSilent: true });
  return { kind: 'failed', reason: shownReason(error) };
}
