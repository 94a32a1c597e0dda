import { goJson } from '../../base/jsonText';
import { isObject } from '../../base/plainData';
import { type Collection, dateNames, fieldOf, systemTypeOf, userNamesOf } from '../../model/collection';
import type { SchemaField } from '../../model/field';
import { unquoted } from '../../model/filter/filterPieces';
import { type Operand, operandsOf, type RuleNode } from '../../model/filter/parseRule';
import { atRequest, isOfNewer, issetOf, now, rowOf } from '../../model/filter/ruleWords';
import { type AnyRecord, fieldValue } from '../../model/record';
import type { Lookup } from '../../model/rulePaths';
import { canBeMultiple, holdsRecords, isMultiple, targetOf, typeOf } from '../../model/types/fieldTypes';
import { type LiteralSide, NotSimulated, type PersonSide, type Root, RuleFailure } from './conditionSide';
import {
  followPath,
  isHiddenColumn,
  type PathColumn,
  type PathEnd,
  splitModifier,
  storedClassOf,
} from './followPath';
import {
  isNumberField,
  isStrangeNumber,
  type KnownValue,
  type LiteralPrinter,
  parsedNumber,
} from './ruleLiterals';
import { emailGuard, sideOf } from './ruleSide';

export interface Person {
  readonly collection: Collection;
  /** As an admin reads it. */
  readonly record: AnyRecord;
}

/** The parts of a request that a rule can read. */
export interface RuleRequest {
  readonly method: string;
  readonly context: string;
  readonly query: Readonly<Record<string, string>>;
  /** By the names that the server gives them, such as `x_token`. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Readonly<Record<string, unknown>>;
}

export interface RuleQuestion {
  /** Null is a rule for admins only. */
  readonly rule: string | null;
  /** In a list, the server hides email addresses that are not public, but not with `lenientRules`. */
  readonly isList: boolean;
  readonly collection: Collection;
  readonly lookup: Lookup;
  /** Null for a guest. */
  readonly person: Person | null;
  readonly request: RuleRequest;
  /** True if a newer server is known to have `lenientRules`. It is not known of all that have them. */
  readonly isLenient?: boolean | undefined;
  /** For a create rule: the fields of the new record, which the rule reads as if they were stored. */
  readonly created?: Readonly<Record<string, unknown>> | undefined;
}

/** Lists records as an admin. */
export type Ask = (
  collection: Collection,
  query: { filter: string; expand: string },
) => Promise<readonly AnyRecord[]>;

/** True if the server judges by `lenientRules`. Throws NotSimulated if that is not known. */
export function isLenient({ collection, isLenient: isKnown }: RuleQuestion): boolean {
  if (isOfNewer(collection) && !isKnown) throw new NotSimulated('It depends on the version of the server.');
  return isKnown === true;
}

export type SideReader = ReturnType<typeof createSideReader>;

/**
 * Translates the sides of conditions for a person. In a filter of an admin, `@request` would be the admin's own
 * call. So values of the request become literals, and fields of the account become those of the person's row:
 * `@collection.users:m.team.name`, where `m` is the row with the person's id.
 */
export function createSideReader(tree: RuleNode, question: RuleQuestion, printer: LiteralPrinter, ask: Ask) {
  const { isList, collection, lookup, person, request, created } = question;
  const roots = new Map<string, Root>();
  const lists = new Map<string, readonly string[]>();
  const chosen = new Map<string, string>();
  const existing = new Map<string, Promise<string[]>>();
  const sources = operandsOf(tree).map(({ source }) => source);

  const literal = (value: KnownValue): LiteralSide => ({
    kind: 'literal',
    source: printer.print(value),
    value,
  });

  /** A value that the server binds as a parameter (`resolveStaticRequestField`). */
  function boundSide(name: string, value: unknown): LiteralSide {
    if (value === undefined || value === null) return literal(null);
    if (typeof value === 'boolean') {
      return { ...literal(value ? 1 : 0), source: String(value), pattern: printer.print(String(value)) };
    }
    if (typeof value === 'number') return literal(value);
    if (typeof value !== 'string') return literal(goJson(value));
    // If the collection has a number field of that name, the server converts the text to a number.
    if (!isNumberField(collection, name)) return literal(value);
    if (isStrangeNumber(value)) throw new NotSimulated(`The number ${value} has a strange spelling.`);
    return literal(parsedNumber(value) ?? value);
  }

  function requestSide(names: readonly string[]): PersonSide {
    const last = names.at(-1) ?? '';
    const { name, modifier, isWrong } = splitModifier(last, collection);
    if (isWrong) throw new RuleFailure(`There is no modifier in ${last}.`);
    if (modifier === 'lower' || modifier === 'changed') {
      throw new NotSimulated(`The rule reads ${last} of the request.`);
    }
    if (names[0] === 'headers' && name === 'authorization') {
      throw new NotSimulated('The rule reads the token of the user.');
    }
    if (names[0] === 'headers' && commonHeaders.test(name) && request.headers[name] === undefined) {
      throw new NotSimulated(`The rule reads the header ${name}, which browsers or proxies add.`);
    }
    if (names[0] === 'query' && name === 'token' && request.context === 'protectedFile') {
      throw new NotSimulated('The rule reads the token of the file.');
    }
    const value = valueIn({ ...request, data: request.body }, [...names.slice(0, -1), name]);
    if (modifier !== 'isset') return boundSide(name, value);
    const isSet = value !== undefined;
    // These stand for true and false: each list call of an admin has the parameter `filter`, and none has `no`.
    return { ...literal(isSet ? 1 : 0), source: issetOf(`${atRequest.query}.${isSet ? 'filter' : 'no'}`) };
  }

  function rootOf(key: string, start: string, of: Collection, ids: readonly string[]): Root {
    const known = roots.get(key);
    if (known) return known;
    let alias = start;
    for (let at = 1; isTaken(alias); at += 1) alias = `${start}${at}`;
    const root = { alias, collection: of, ids };
    roots.set(key, root);
    return root;
  }

  const isTaken = (alias: string) =>
    [...roots.values()].some((root) => root.alias === alias) ||
    sources.some((source) => source.includes(`:${alias}.`));

  /** A path that begins at rows which the filter selects by id. Rows that nothing reads are left out. */
  function copiedSide(props: readonly string[], end: PathEnd, root: () => Root): PersonSide {
    if (end.kind !== 'column') return endSide('', end, null);
    const { collection: copied, alias } = root();
    return endSide(`${rowOf(copied.name, alias)}.${props.join('.')}`, end, root());
  }

  function endSide(source: string, end: PathEnd, root: Root | null): PersonSide {
    if (end.kind === 'fails') throw new RuleFailure(end.reason);
    if (end.kind === 'null') return literal(null);
    if (created && end.steps.some(({ isBack, to }) => isBack && to.id === collection.id)) {
      throw new NotSimulated(ownRecordsReason);
    }
    return { kind: 'column', source, end, root, guard: null };
  }

  function authSide(props: readonly string[]): PersonSide {
    if (!person) return literal(null);
    const { collection: accounts, record } = person;
    const [first = ''] = props;
    if (props.length === 1 && userNamesOf(accounts).includes(first)) {
      const own: Record<string, unknown> = { collectionId: accounts.id, collectionName: accounts.name };
      return boundSide(first, own[first] ?? fieldValue(record, first));
    }
    const end = followPath(props, { collection: accounts, isNullable: true }, lookup);
    const isNull = end.kind === 'fails' && end.isForeign && isLenient(question);
    if (isNull) return literal(null);
    return copiedSide(props, end, () => rootOf('auth', 'm', accounts, [record.id]));
  }

  async function bodySide(props: readonly string[]): Promise<PersonSide> {
    checkBody();
    const [raw = '', ...rest] = props;
    const { name, modifier, isWrong } = splitModifier(raw, collection);
    if (isWrong) throw new RuleFailure(`There is no modifier in ${raw}.`);
    const field = fieldOf(collection, name);
    const items = uniqueTexts(request.body[name]);
    if (field && holdsRecords(field) && rest.length > 0) {
      return relatedSide({ key: `body ${name}`, alias: 'd', field, items, props: rest, isNullable: true });
    }
    const isArrayable = field && canBeMultiple(field) && rest.length === 0;
    if (isArrayable && modifier === 'each') {
      const item = chosen.get(name) ?? items[0] ?? null;
      if (item !== null) lists.set(name, items);
      const side = { ...literal(item), pattern: null };
      return isMultiple(field) ? { ...side, isSeveral: true, items } : side;
    }
    if (isArrayable && modifier === 'length') return { ...literal(items.length), isCount: true };
    return requestSide(['data', ...props]);
  }

  /** A path that begins at records which the request names. */
  async function relatedSide({ key, alias, field, items, props, isNullable }: Related): Promise<PersonSide> {
    const target = lookup.byId.get(targetOf(field) ?? '');
    if (!target) throw new RuleFailure(`The collection of the relation ${field.name} does not exist.`);
    const none: LiteralSide = { ...literal(null), isSeveral: isMultiple(field) };
    // Without ids in the body, any relation is NULL.
    if (items.length === 0) return isNullable ? literal(null) : none;
    const reading = existing.get(key) ?? readExisting(target, items);
    existing.set(key, reading);
    const ids = await reading;
    const start = { collection: target, isNullable, isSeveral: isMultiple(field) };
    const end = followPath(props, start, lookup);
    if (end.kind === 'column' && ids.length === 0) return none;
    return copiedSide(props, end, () => rootOf(key, alias, target, ids));
  }

  /** The server applies modifiers such as `total+` to the stored values before it checks the rule. */
  function checkBody(): void {
    const key = Object.keys(request.body).find((name) => /[+-]$/.test(name));
    if (key !== undefined) throw new NotSimulated(`The body changes a stored value by ${key}.`);
  }

  /** A path of the new record. */
  async function createdSide(end: PathEnd, props: readonly string[]): Promise<PersonSide> {
    checkBody();
    if (end.kind !== 'column') return endSide('', end, null);
    const [step] = end.steps;
    if (!step) return createdValue(end);
    if (step.isBack) throw new NotSimulated('The rule follows relations to a record that has no id yet.');
    const { field } = step;
    const items = uniqueTexts(created?.[field.name]);
    const rest = props.slice(1);
    return relatedSide({
      key: `new ${field.name}`,
      alias: 'n',
      field,
      items,
      props: rest,
      isNullable: false,
    });
  }

  function createdValue(end: PathColumn): LiteralSide {
    const { name, field, modifier } = end;
    const items = uniqueTexts(created?.[name]);
    if (modifier === 'length') return { ...literal(items.length), isCount: true };
    if (modifier === 'each') return createdItem(name, field, items);
    const value = storedValue(name, field, created?.[name]);
    if (value === null) return { ...literal(null), columnClass: 'json' };
    if (field === null && dateNames.includes(name)) {
      return { kind: 'literal', source: now, value: undefined, columnClass: 'text' };
    }
    if (field === null && name === 'id' && value === undefined) {
      return { ...literal(null), value: undefined, columnClass: 'text', isNewId: true };
    }
    if (value === undefined)
      throw new NotSimulated(`It is not known what the server would store as ${name}.`);
    if (typeof value === 'number') return { ...literal(value), columnClass: 'number' };
    return { ...literal(value), columnClass: 'text', pattern: printer.print(`%${value}%`) };
  }

  function createdItem(name: string, field: SchemaField | null, items: readonly string[]): LiteralSide {
    if (!field || !isMultiple(field)) throw new NotSimulated(`The rule compares each item of ${name}.`);
    const [first] = items;
    if (first === undefined) return { ...literal(null), isSeveral: true };
    const key = `new ${name}`;
    lists.set(key, items);
    const item = chosen.get(key) ?? first;
    return { ...literal(item), pattern: printer.print(`%${item}%`), isSeveral: true, items, isStored: true };
  }

  async function readExisting(target: Collection, items: readonly string[]): Promise<string[]> {
    const filter = items.map((id) => `id=${printer.print(id)}`).join('||');
    return (await ask(target, { filter, expand: '' })).map(({ id }) => id);
  }

  return {
    /** The rows that the filter must select. */
    roots: roots as ReadonlyMap<string, Root>,

    /** The lists of the body that `:each` has read. */
    lists: lists as ReadonlyMap<string, readonly string[]>,

    /** Sets the item that `:each` of the list reads; by default it is the first. */
    chooseItem: (name: string, item: string) => void chosen.set(name, item),

    /** Selects one record at the end of a path and returns its column: `@collection.teams:r.level`. */
    columnOfRow({ collection: of, name, modifier, jsonPath }: PathColumn, id: string): string {
      const { alias } = rootOf(`row ${of.id} ${id}`, 'r', of, [id]);
      const column = modifier ? `${name}:${modifier}` : [name, ...jsonPath].join('.');
      return `${rowOf(of.name, alias)}.${column}`;
    },

    /** Throws a RuleFailure or NotSimulated. */
    async read(operand: Operand): Promise<PersonSide> {
      const side = sideOf(operand, collection, lookup);
      if (side.kind === 'fault') throw new RuleFailure(side.reason);
      if (side.kind === 'call') throw new NotSimulated('The rule has a function.');
      if (side.kind === 'literal') return literalSide(operand);
      if (side.kind === 'auth') return authSide(side.props);
      if (side.kind === 'data') return bodySide(side.props);
      if (side.kind === 'request') return requestSide(side.props);
      const { source } = operand;
      if (created && side.kind === 'own') return createdSide(side.end, side.props);
      if (side.kind === 'collection') {
        if (created && startOf(side.end) === collection.id) throw new NotSimulated(ownRecordsReason);
        return endSide(source, side.end, null);
      }
      const own = endSide(source, side.end, null);
      // The first newer servers refuse the list: this throws where it may be one.
      if (isList && own.kind === 'column' && isHiddenColumn(own.end)) isLenient(question);
      const guard = isList ? emailGuard(side) : null;
      return own.kind === 'column' && guard && !isLenient(question) ? { ...own, guard } : own;
    },
  };
}

/** A literal or a date stays as written. */
function literalSide({ kind, source }: Operand): LiteralSide {
  if (kind === 'number') return { kind: 'literal', source, value: Number(source) };
  if (kind === 'text') return { kind: 'literal', source, value: unquoted(source) };
  const words: Record<string, KnownValue> = { true: 1, false: 0, null: null };
  return { kind: 'literal', source, value: words[source.toLowerCase()] };
}

interface Related {
  /** Paths with the same key share their rows. */
  readonly key: string;
  readonly alias: string;
  readonly field: SchemaField;
  readonly items: readonly string[];
  readonly props: readonly string[];
  readonly isNullable: boolean;
}

/** Headers that clients and proxies add to each request. */
const commonHeaders =
  /^(user_agent|accept.*|origin|referer|host|connection|content_.*|cookie|sec_.*|via|forwarded|x_forwarded_.*|x_real_ip)$/;

const ownRecordsReason =
  'The rule reads stored records of its own collection; the new one would be among them.';

/** Returns the id of the collection at the start of a path. */
const startOf = (end: PathEnd) =>
  end.kind === 'column' ? (end.steps[0]?.from ?? end.collection).id : undefined;

const storedDate = /^(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}Z)?$/;

/**
 * Returns the value that the server would store (`PrepareValue` in `models/schema`); undefined if unknown. Json
 * without a value is NULL.
 */
function storedValue(name: string, field: SchemaField | null, value: unknown): KnownValue | undefined {
  // Only managers can create verified accounts (`record_crud.go`).
  if (!field && name === 'verified') return 0;
  // The server makes a missing id or user name, and always the dates.
  if (!field && (dateNames.includes(name) || (['id', 'username'].includes(name) && !value))) return undefined;
  const stored = field ?? { type: systemTypeOf(name) };
  const { isSwitch, isMoment } = typeOf(stored);
  switch (storedClassOf(stored)) {
    case 'json':
      return value == null ? null : undefined;
    case 'number':
      if (value == null) return 0;
      // The server would convert another value.
      return typeof value === (isSwitch ? 'boolean' : 'number') ? Number(value) : undefined;
    case 'list':
      return goJson(uniqueTexts(value));
    case 'text': {
      const text = value ?? '';
      return typeof text !== 'string' || (isMoment && !storedDate.test(text)) ? undefined : text;
    }
  }
}

function valueIn(from: unknown, names: readonly string[]): unknown {
  let value = from;
  for (const name of names) {
    value = isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
  }
  return value;
}

/**
 * Reads a list like the server (`ToUniqueStringSlice`): without empty texts and duplicates, and also from a text
 * with JSON.
 */
function uniqueTexts(value: unknown): string[] {
  let items: unknown[] = Array.isArray(value) ? value : value === undefined || value === null ? [] : [value];
  if (typeof value === 'string' && value.includes('[')) {
    try {
      const parsed: unknown = JSON.parse(value);
      if (Array.isArray(parsed)) items = parsed;
    } catch {
      // The server takes such a text as a single item.
    }
  }
  return [...new Set(items.map(String).filter((text) => text !== ''))];
}
