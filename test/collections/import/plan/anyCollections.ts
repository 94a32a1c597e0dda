// Random collections from fast-check that the server accepts.

import fc from 'fast-check';
import type { Collection } from '../../../../ui/model/collection';
import { type FieldTypeName, fieldTypeNames } from '../../../../ui/model/types/fieldTypes';

type Options = Record<string, unknown>;

const domains = fc.constantFrom<Options>(
  { exceptDomains: null, onlyDomains: null },
  { exceptDomains: ['example.com'], onlyDomains: null },
  { exceptDomains: [], onlyDomains: ['example.org', 'example.net'] },
);
const limit = (max: number) => fc.option(fc.integer({ min: 1, max }), { nil: null });

const anyOptions = (type: FieldTypeName, targets: readonly string[]): fc.Arbitrary<Options> => {
  switch (type) {
    case 'text':
      return fc.record({
        min: limit(5),
        max: fc.constantFrom(null, 5, 500),
        pattern: fc.constantFrom('', '^[a-z]+$', '<b>\\d'),
      });
    case 'editor':
      return fc.record({ convertUrls: fc.boolean() });
    case 'number':
      return fc.record({
        min: fc.constantFrom(null, -3, 0),
        max: fc.constantFrom(null, 7, 1e9),
        noDecimal: fc.boolean(),
      });
    case 'email':
    case 'url':
      return domains;
    case 'date':
      return fc.constantFrom({ min: '', max: '' }, { min: '2024-01-01 00:00:00.000Z', max: '' });
    case 'select':
      return fc.record({ maxSelect: fc.constantFrom(1, 2), values: fc.constant(['a', 'b', 'c "d"']) });
    case 'json':
      return fc.record({ maxSize: fc.constantFrom(1, 2_000_000) });
    case 'file':
      return fc.record({
        mimeTypes: fc.constantFrom(null, [], ['image/png']),
        thumbs: fc.constantFrom(null, ['100x100']),
        maxSelect: fc.constantFrom(1, 3),
        maxSize: fc.constant(5_242_880),
        protected: fc.boolean(),
      });
    case 'relation':
      return fc.record({
        collectionId: fc.constantFrom(...targets),
        cascadeDelete: fc.boolean(),
        minSelect: fc.constant(null),
        maxSelect: fc.constantFrom(null, 1, 4),
        displayFields: fc.constant(null),
      });
    default:
      return fc.constant({});
  }
};

const anyField = (at: number, prefix: string, targets: readonly string[]) =>
  fc.constantFrom(...fieldTypeNames).chain((type) =>
    fc.record({
      system: fc.constant(false),
      id: fc.constant(`${prefix}field${at}`),
      name: fc.constantFrom(`name${at}`, `Title_${at}`),
      type: fc.constant(type),
      required: fc.boolean(),
      presentable: fc.boolean(),
      unique: fc.constant(false),
      options: anyOptions(type, targets),
    }),
  );

const rule = fc.constantFrom(null, '', 'id != ""', '@request.auth.id != "a"');

const anyCollection = (id: string, name: string, prefix: string, targets: readonly string[]) =>
  fc
    .record({
      type: fc.constantFrom('base', 'auth'),
      count: fc.integer({ min: 1, max: 6 }),
      rules: fc.tuple(rule, rule, rule, rule, rule),
      isIndexed: fc.boolean(),
    })
    .chain(({ type, count, rules, isIndexed }) =>
      fc
        .tuple(...Array.from({ length: count }, (_, at) => anyField(at, prefix, targets)))
        .map((schema): Collection => {
          const [listRule, viewRule, createRule, updateRule, deleteRule] = rules;
          return {
            id,
            name,
            type,
            system: false,
            schema,
            indexes: isIndexed
              ? [`CREATE INDEX \`idx_${prefix}${name}\` ON \`${name}\` (\`${schema[0]?.name}\`)`]
              : [],
            listRule,
            viewRule,
            createRule,
            updateRule,
            deleteRule,
            options:
              type === 'base'
                ? {}
                : {
                    manageRule: null,
                    allowOAuth2Auth: true,
                    allowUsernameAuth: true,
                    allowEmailAuth: false,
                    requireEmail: false,
                    exceptEmailDomains: null,
                    onlyVerified: true,
                    onlyEmailDomains: null,
                    minPasswordLength: 8,
                  },
          };
        }),
    );

/** One to five related collections; the prefix is part of all ids. */
export const anyCollections = (prefix = 'a'): fc.Arbitrary<Collection[]> =>
  fc.integer({ min: 1, max: 5 }).chain((count) => {
    const ids = Array.from({ length: count }, (_, at) => `${prefix}${at}`.padEnd(15, 'z'));
    return fc.tuple(...ids.map((id, at) => anyCollection(id, `coll${at}`, prefix, ids)));
  });
