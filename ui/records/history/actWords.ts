import { isEqual } from '../../base/equal';
import { countOf, cut } from '../../base/text';
import { type Collection, collectionTypeOf, isDated, systemNamesOf } from '../../model/collection';
import { fieldValue, type RecordAnswer } from '../../model/record';
import { isSecret } from '../../model/types/fieldTypes';
import * as collections from '../../page/collections';
import { type Act, type ActContent, type Part, partKey } from './plan/act';

const setByServer = [...systemNamesOf('base'), 'collectionId', 'collectionName'];

const isReference = ({ before, references }: Part) => before === null && references !== undefined;

/**
 * Returns the parts that the act itself has written, those of its own collection first. Leaves out records that
 * only name another one of the act.
 */
export function ownParts({ act, parts }: ActContent): Part[] {
  const isFirst = ({ collectionId }: Part) => collectionId === act.collectionId;
  const own = parts.filter((part) => !isReference(part));
  return [...own.filter(isFirst), ...own.filter((part) => !isFirst(part))];
}

/** Compares the values, because entries of older versions hold whole records. An import keeps no values after it. */
export function changedNames({ before, after }: Part): string[] {
  const now = after === 'gone' ? null : after;
  return Object.keys(before?.record ?? {}).filter(
    (name) =>
      !setByServer.includes(name) &&
      !(now && Object.hasOwn(now.record, name) && isEqual(valueIn(before, name), valueIn(now, name))),
  );
}

const valueIn = (answer: RecordAnswer | null, name: string): unknown =>
  answer && (Object.hasOwn(answer.sources, name) ? answer.sources[name] : fieldValue(answer.record, name));

export function printValue(answer: RecordAnswer, name: string): string {
  const value = valueIn(answer, name);
  return cut(typeof value === 'string' ? value : JSON.stringify(value ?? null), 500) || '(empty)';
}

/** Returns the keys of the chosen parts, and of the parts that name their records. */
export function keysOf(chosen: readonly Part[], all: readonly Part[]): ReadonlySet<string> {
  const ids = new Set(chosen.map(({ id }) => id));
  const naming = all.filter(
    (part) => isReference(part) && part.references?.some((one) => one.ids.some((id) => ids.has(id))),
  );
  return new Set([...chosen, ...naming].map(partKey));
}

/** Says what happened to a record, and names its collection if it is not that of the act. */
export function partText(part: Part, { collectionId, collections: then }: Act): string {
  const isOf = ({ id }: Pick<Collection, 'id'>) => id === part.collectionId;
  const name = (then.find(isOf) ?? collections.state.all.find(isOf))?.name;
  return name && part.collectionId !== collectionId ? `${endOf(part)}, ${name}` : endOf(part);
}

function endOf(part: Part): string {
  const { before, after } = part;
  if (after === 'gone') return 'Deleted';
  const did = before === null ? 'created' : ['changed', changedNames(part).join(', ')].join(' ').trim();
  // No response came, so nobody knows.
  return after === null ? `Perhaps ${did}` : `${did.charAt(0).toUpperCase()}${did.slice(1)}`;
}

export function comesBack(content: ActContent): string[] {
  const { act, parts, files } = content;
  const { deleted, changed } = byEffect(content);
  const references = parts.filter(isReference).flatMap((part) => part.references ?? []).length;
  const names = [...new Set(changed.flatMap(changedNames))].join(', ');
  return [
    (act.kind === 'collection' || act.removed !== undefined) &&
      'The collection, with its id, fields, rules and indexes.',
    deleted > 0 &&
      (deleted === 1 ? 'The record, under its id.' : `${countOf(deleted, 'record')}, under their ids.`),
    changed.length === 1 && `The former values of ${names}.`,
    changed.length > 1 && `The former values of ${countOf(changed.length, 'record')}: ${names}.`,
    files.length > 0 && countOf(files.length, 'file. It gets a new name.', 'files. They get new names.'),
    references > 0 && `${countOf(references, 'reference')} of other records, which the delete removed.`,
  ].filter((one) => one !== false);
}

export function goesAgain(content: ActContent): string[] {
  const { made } = byEffect(content);
  const { makes, collectionName } = content.act;
  const fields = makes?.fields.map(({ name }) => name).join(', ');
  return [
    made > 0 && `${countOf(made, 'new record')}.`,
    makes?.isCollection === true && `The collection ${collectionName}, if nothing else is in it.`,
    makes?.isCollection === false && `If you choose it, the new fields: ${fields}.`,
  ].filter((one) => one !== false);
}

/** Says what Undo can never bring back. */
export function lossesOf(content: ActContent): string[] {
  const { act, parts } = content;
  const { deleted, changed } = byEffect(content);
  const gone = parts.filter(({ after }) => after === 'gone').map(({ collectionId }) => collectionId);
  const collections = act.collections.filter(({ id }) => gone.includes(id));
  const hasUsers = collections.some((one) => collectionTypeOf(one) === 'auth');
  const setsDates = act.collections.some(isDated);
  return [
    deleted > 0 && setsDates && 'created and updated: the server sets both to now.',
    deleted === 0 && changed.length > 0 && setsDates && 'updated: the server sets it to now.',
    hasUsers && 'Passwords, linked accounts and sessions.',
    !hasUsers && collections.some(({ schema }) => schema.some(isSecret)) && 'Passwords.',
  ].filter((one) => one !== false);
}

function byEffect(content: ActContent) {
  const own = ownParts(content);
  const changed = own.filter(({ before, after }) => before && after !== 'gone');
  const deleted = own.filter(({ before, after }) => before && after === 'gone').length;
  return { changed, deleted, made: own.length - changed.length - deleted };
}
