import { cut } from '../../base/text';
import { type Collection, collectionTypeOf, fieldOf } from '../../model/collection';
import { nameOfCall } from '../../model/filter/filterTokens';
import type { Operand } from '../../model/filter/parseRule';
import {
  collectionName,
  isMacro,
  isOfBody,
  isOfNewer,
  isOfUser,
  isRequestName,
} from '../../model/filter/ruleWords';
import type { Lookup } from '../../model/rulePaths';
import { followPath, type PathEnd, splitModifier } from './followPath';

/** A path, such as `team.lead.name` in `@request.auth.team.lead.name`. */
export interface SidePath {
  readonly props: readonly string[];
  /** The first name, without its modifier. */
  readonly first: string;
}

/** The meaning of one side of a condition, for any person. */
export type RuleSide =
  /** A path of the record. */
  | ({ readonly kind: 'own'; readonly end: PathEnd } & SidePath)
  /** A path of all records of a collection. */
  | ({ readonly kind: 'collection'; readonly end: PathEnd } & SidePath)
  /** A path of the person, whose account can be in any auth collection. */
  | ({ readonly kind: 'auth' } & SidePath)
  /** A path of the request body. */
  | ({ readonly kind: 'data' } & SidePath)
  /** Another part of the request, such as `['query', 'page']` or `['method']`. */
  | { readonly kind: 'request'; readonly props: readonly string[] }
  /** `value` is the text without its quotes, or a word as written, such as `@now`. "" and null are empty. */
  | { readonly kind: 'literal'; readonly isEmpty: boolean; readonly value: string }
  /** A function. Only the server knows its value. */
  | { readonly kind: 'call' }
  /** The server refuses the name. The reason is a sentence. */
  | { readonly kind: 'fault'; readonly reason: string };

/** Reads an operand like the server (`allowedFields` in `resolvers/record_field_resolver.go`). */
export function sideOf({ kind, source }: Operand, owner: Collection, lookup: Lookup): RuleSide {
  if (kind === 'text') return { kind: 'literal', value: source.slice(1, -1), isEmpty: source.length === 2 };
  if (kind === 'call') {
    const name = cut(nameOfCall(source), 30);
    return isOfNewer(owner) ? { kind } : fault(`Functions such as ${name}) cannot be used.`);
  }
  if (kind === 'number' || isMacro(source, owner) || isWord(source, owner)) {
    return { kind: 'literal', value: source, isEmpty: source.toLowerCase() === 'null' };
  }
  if (isRequestName(source, owner)) {
    const [, part = '', ...props] = source.split('.');
    if (isOfUser(source)) return { kind: 'auth', ...pathOf(props) };
    if (isOfBody(source, owner)) return { kind: 'data', ...pathOf(props) };
    return { kind: 'request', props: [part, ...props] };
  }
  if (!source.startsWith('@')) {
    const path = pathOf(source.split('.'));
    const end = followPath(path.props, { collection: owner, isNullable: false }, lookup);
    return { kind: 'own', end, ...path };
  }
  const [, name, rest] = collectionName.exec(source) ?? [];
  if (name === undefined || rest === undefined) return fault(`The server does not know ${source}.`);
  const collection = lookup.find(name);
  if (!collection) return fault(`There is no collection ${name}.`);
  const path = pathOf(rest.split('.'));
  const end = followPath(path.props, { collection, isNullable: false, isSeveral: true }, lookup);
  return { kind: 'collection', end, ...path };
}

/** Returns why the server refuses the side; null if no reason is known. */
export function sideFault(side: RuleSide): string | null {
  if (side.kind === 'fault') return side.reason;
  return 'end' in side && side.end.kind === 'fails' ? side.end.reason : null;
}

/**
 * If a list compares an email address of the record, the server adds the condition that the address is public
 * (`record_field_resolve_runner.go`). With `lenientRules`, it does so in a search of a person only. Returns that
 * condition; null for other sides.
 */
export function emailGuard(side: RuleSide): string | null {
  if (side.kind !== 'own' || side.end.kind !== 'column') return null;
  const { field, name, collection } = side.end;
  if (field !== null || name !== 'email' || collectionTypeOf(collection) !== 'auth') return null;
  return `${[...side.props.slice(0, -1), 'emailVisibility'].join('.')}?=true`;
}

/** A field may have the same name. */
const isWord = (source: string, owner: Collection) =>
  /^(true|false|null)$/i.test(source) && !fieldOf(owner, source);

const fault = (reason: string): RuleSide => ({ kind: 'fault', reason });

function pathOf(props: readonly string[]): SidePath {
  return { props, first: splitModifier(props[0] ?? '', {}).name };
}
