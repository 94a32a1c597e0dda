import { columnsOfIndex } from '../../../model/indexStatement';
import { type ImportedCollection, ruleNames } from './importedCollection';
import { authOptionsHere } from './newerAuth';
import { fieldsHere, hiddenThere, type Tell } from './newerFields';
import { type RuleLosses, ruleHere } from './newerRules';

/** What of a newer collection has no place here, as a full sentence. */
export interface Loss {
  readonly collection: string;
  readonly field: string | null;
  readonly text: string;
}

export interface Converted {
  readonly collections: readonly ImportedCollection[];
  readonly losses: readonly Loss[];
}

const newerKeys = ['fields', 'viewQuery', 'authRule', 'passwordAuth'];

/** Is it of a server of 0.23 or later? This one would take it for a collection without fields and sign-ins. */
export function isNewer(collection: ImportedCollection): boolean {
  return !Array.isArray(collection.schema) && newerKeys.some((key) => Object.hasOwn(collection, key));
}

/** What every newer server has of its own; the ids are the same everywhere. */
const systemOfNewer: Readonly<Record<string, string>> = {
  _superusers: 'pbc_3142635823',
  _authOrigins: 'pbc_4275539003',
  _externalAuths: 'pbc_2281828961',
  _mfas: 'pbc_2279338944',
  _otps: 'pbc_1638494021',
};

/** Newer collections as this server knows them; what is of this format already stays as it is. */
export function convertNewer(items: readonly ImportedCollection[]): Converted {
  const losses: Loss[] = [];
  const systemOnes = items.filter((item) => isNewer(item) && item.system === true);
  const system = new Set(
    [...Object.entries(systemOfNewer).flat(), ...systemOnes.flatMap(({ id, name }) => [id, name])].map(
      (text) => text.toLowerCase(),
    ),
  );
  const collections = items.flatMap((item) => {
    if (!isNewer(item)) return [item];
    const tell: Tell = (field, text) => losses.push({ collection: item.name, field, text });
    if (item.system !== true) return [collectionHere(item, system, tell)];
    tell(null, 'The collection is skipped: it is a system collection of the newer server.');
    return [];
  });
  return { collections, losses };
}

function collectionHere(
  item: ImportedCollection,
  system: ReadonlySet<string>,
  tell: Tell,
): ImportedCollection {
  const { id, name, fields } = item;
  const type = item.type || 'base';
  const isSystem = (target: string) => system.has(target.toLowerCase());
  const isView = type === 'view';
  const { schema, lost } = fieldsHere(isView ? [] : (fields ?? []), {
    isAuth: type === 'auth',
    isSystem,
    tell,
  });
  if (isView) tellOfHidden(item, tell);
  const losses: RuleLosses = { collections: system, fields: lost };
  const rules = ruleNames.map((key) => [key, convertedRule(item, key, losses, tell)]);
  return {
    id,
    name,
    type,
    system: false,
    // Without fields it has no schema either, so that nobody takes it for one that has lost them all.
    ...(fields || isView ? { schema } : {}),
    indexes: isView ? [] : indexesHere(item, lost, tell),
    ...Object.fromEntries(rules),
    options: optionsHere(item, type, losses, tell),
  };
}

function convertedRule(item: ImportedCollection, key: string, losses: RuleLosses, tell: Tell): string | null {
  const given = item[key];
  const { rule, unknown } = ruleHere(typeof given === 'string' ? given : null, losses);
  if (unknown !== null)
    tell(null, `The ${key} is lost, so only admins have access: this server does not know ${unknown}.`);
  return rule;
}

function optionsHere(
  item: ImportedCollection,
  type: string,
  losses: RuleLosses,
  tell: Tell,
): Record<string, unknown> {
  if (type === 'view') return { query: item['viewQuery'] ?? '' };
  if (type !== 'auth') return {};
  const manageRule = convertedRule(item, 'manageRule', losses, tell);
  return authOptionsHere(item, manageRule, tell);
}

/** The server has indexes of its own for what accounts are found by. */
function indexesHere(item: ImportedCollection, lost: ReadonlySet<string>, tell: Tell): string[] {
  return (item.indexes ?? []).filter((statement) => {
    const columns = columnsOfIndex(statement);
    const [first = ''] = columns;
    if (item.type === 'auth' && columns.length === 1 && /^(tokenKey|email|username)$/i.test(first))
      return false;
    const missing = columns.find((column) => lost.has(column));
    if (missing !== undefined)
      tell(null, `An index is lost because it needs the field "${missing}": ${statement}`);
    return missing === undefined;
  });
}

/** Fields of a view are made by the server, and none is hidden. */
function tellOfHidden({ fields }: ImportedCollection, tell: Tell): void {
  for (const field of fields ?? []) {
    if (field['hidden'] === true) tell(field.name, hiddenThere);
  }
}
