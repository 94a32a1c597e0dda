import {
  type Collection,
  collectionTypeOf,
  fieldOf,
  indexesOf,
  systemNamesOf,
  systemTypeOf,
} from '../../model/collection';
import { isHidden, type SchemaField } from '../../model/field';
import { backRelation, isModifier, type Modifier, type OfServer } from '../../model/filter/ruleWords';
import { type Lookup, maxRelations } from '../../model/rulePaths';
import { parseCreateIndex } from '../../model/sql/parse';
import { isSameName } from '../../model/sql/tokens';
import { canBeMultiple, holdsRecords, isMultiple, targetOf, typeOf } from '../../model/types/fieldTypes';

/** How SQLite stores and compares a column. */
export type ColumnClass = 'text' | 'number' | 'list' | 'json' | 'unknown';

/** One relation of a path. */
export interface PathStep {
  /** As written, such as `author` or `posts_via_author`. */
  readonly prop: string;
  readonly from: Collection;
  readonly to: Collection;
  /** The relation field; with `isBack` it belongs to `to`. */
  readonly field: SchemaField;
  readonly isBack: boolean;
  /** True if it can lead to several records. */
  readonly isMultiple: boolean;
}

/** The column at the end of a path. */
export interface PathColumn {
  readonly kind: 'column';
  readonly steps: readonly PathStep[];
  readonly collection: Collection;
  /** Null for a system field such as `id`. */
  readonly field: SchemaField | null;
  readonly name: string;
  readonly modifier: Exclude<Modifier, 'isset' | 'changed'> | null;
  /** The names inside a json field. */
  readonly jsonPath: readonly string[];
  readonly columnClass: ColumnClass;
  /** True if a plain operator must hold for all of several values. */
  readonly isSeveral: boolean;
}

/** True if the column is a hidden field of a newer server. */
export const isHiddenColumn = ({ field, name, collection }: PathColumn): boolean => {
  const end = field ?? collection.builtIn?.find((one) => one.name === name);
  return end !== undefined && isHidden(end);
};

export type PathEnd =
  | PathColumn
  /** Below `@request`, a missing field is NULL for the server. */
  | { readonly kind: 'null'; readonly missing: string; readonly collection: Collection }
  /** The server refuses the rule. `isForeign`: the back relation leads to another collection. */
  | { readonly kind: 'fails'; readonly reason: string; readonly isForeign?: boolean };

interface Start {
  readonly collection: Collection;
  /** True if a missing field is NULL, which is so below `@request`. */
  readonly isNullable: boolean;
  /** True below `@collection`, where the path begins at all records. */
  readonly isSeveral?: boolean;
}

/**
 * Follows a path from a collection to its column, like the server (`processActiveProps` in
 * `resolvers/record_field_resolve_runner.go`). `props` are the names between the dots.
 */
export function followPath(props: readonly string[], start: Start, lookup: Lookup): PathEnd {
  const { isNullable } = start;
  let { collection, isSeveral = false } = start;
  const steps: PathStep[] = [];
  const fails = (reason: string): PathEnd => ({ kind: 'fails', reason });
  const missing = (name: string): PathEnd =>
    isNullable
      ? { kind: 'null', missing: name, collection }
      : fails(`There is no field ${name} in ${collection.name}.`);

  for (const [at, prop] of props.entries()) {
    if (at === props.length - 1) {
      const common = { kind: 'column', steps, collection, jsonPath: [] } as const;
      if (systemColumnNames(collection).includes(prop)) {
        const columnClass = classOf({ type: systemTypeOf(prop) }, collection);
        return { ...common, field: null, name: prop, modifier: null, columnClass, isSeveral };
      }
      const { name, modifier, isWrong } = splitModifier(prop, collection);
      if (isWrong) return fails(`There is no modifier in ${prop}.`);
      const isSystem = modifier !== null && systemColumnNames(collection).includes(name);
      const field = fieldOf(collection, name);
      if (modifier === 'lower' && (field || isSystem)) {
        const known = classOf(field ?? { type: systemTypeOf(name) }, collection);
        const columnClass = known === 'text' ? known : 'unknown';
        return { ...common, field: field ?? null, name, modifier, columnClass, isSeveral };
      }
      if (!field && !isNullable && isSystem) return fails(`The modifier :${modifier} cannot stand here.`);
      if (!field) return missing(name);
      const used = canBeMultiple(field) && (modifier === 'each' || modifier === 'length') ? modifier : null;
      return {
        ...common,
        field,
        name,
        modifier: used,
        columnClass: used === 'length' ? 'number' : used === 'each' ? 'text' : classOf(field, collection),
        isSeveral: isSeveral || (used === 'each' && isMultiple(field)),
      };
    }

    const field = fieldOf(collection, prop);
    if (field && typeOf(field).isJsonColumn) {
      const jsonPath = props.slice(at + 1);
      const common = { kind: 'column', steps, collection, field, name: prop, modifier: null } as const;
      return { ...common, jsonPath, columnClass: 'json', isSeveral };
    }
    if (at >= maxRelations) return fails(`The path is longer than ${maxRelations} relations.`);

    if (!field) {
      const found = backStep(prop, collection, lookup);
      if (found === null) return missing(prop);
      if (typeof found === 'string') return { kind: 'fails', reason: found, isForeign: true };
      steps.push(found);
    } else {
      if (!holdsRecords(field)) return fails(`${prop} of ${collection.name} is not a relation.`);
      const to = lookup.byId.get(targetOf(field) ?? '');
      if (!to) return fails(`The collection of the relation ${prop} does not exist.`);
      steps.push({ prop, from: collection, to, field, isBack: false, isMultiple: isMultiple(field) });
    }
    const last = steps.at(-1) as PathStep;
    collection = last.to;
    isSeveral ||= last.isMultiple;
  }
  return fails('The path has no name.');
}

/** A view has `created` and `updated` too, at least as names. A newer server names all, also hidden ones. */
function systemColumnNames(collection: Collection): readonly string[] {
  if (collection.builtIn) return collection.builtIn.map(({ name }) => name);
  const type = collectionTypeOf(collection);
  return systemNamesOf(type === 'view' ? 'base' : type);
}

interface Modified {
  readonly name: string;
  readonly modifier: string | null;
  /** True if the modifier is unknown: then the server refuses the name. */
  readonly isWrong: boolean;
}

/** Splits `tags:each`. Like the server (`splitModifier`), it takes a text with two colons as a name. */
export function splitModifier(prop: string, owner: OfServer): Modified {
  const [name = '', modifier, ...rest] = prop.split(':');
  if (modifier === undefined || rest.length > 0) return { name: prop, modifier: null, isWrong: false };
  return { name, modifier, isWrong: !isModifier(modifier, owner) };
}

/** Null if there is no such relation. A text is the reason why the server refuses it. */
function backStep(prop: string, target: Collection, lookup: Lookup): PathStep | string | null {
  const [, name = '', fieldName = ''] = backRelation.exec(prop) ?? [];
  const to = name === '' ? undefined : lookup.find(name);
  const field = to && fieldOf(to, fieldName);
  if (!to || !field) return null;
  if (!holdsRecords(field)) return `${fieldName} of ${to.name} is not a relation.`;
  if (targetOf(field) !== target.id) return `${fieldName} of ${to.name} does not lead to ${target.name}.`;
  return {
    prop,
    from: target,
    to,
    field,
    isBack: true,
    isMultiple: isMultiple(field) || !hasOwnUniqueIndex(to, fieldName),
  };
}

function hasOwnUniqueIndex(collection: Collection, name: string): boolean {
  return indexesOf(collection).some((sql) => {
    const index = parseCreateIndex(sql);
    const [only] = index?.columns ?? [];
    return (
      index?.isUnique === true && index.columns.length === 1 && isSameName(only?.column?.name ?? '', name)
    );
  });
}

/** In a view, the class depends on the expression; the server only knows which columns are json. */
function classOf(field: ValueField, collection: Collection): ColumnClass {
  const stored = storedClassOf(field);
  return stored !== 'json' && collectionTypeOf(collection) === 'view' ? 'unknown' : stored;
}

type ValueField = Pick<SchemaField, 'type' | 'options'>;

/** Returns the class of the field's column in a table. */
export function storedClassOf(field: ValueField): Exclude<ColumnClass, 'unknown'> {
  const { isJsonColumn, isAmount, isSwitch } = typeOf(field);
  if (isJsonColumn) return 'json';
  if (isMultiple(field)) return 'list';
  return isAmount || isSwitch ? 'number' : 'text';
}
