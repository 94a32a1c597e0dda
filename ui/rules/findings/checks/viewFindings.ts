import { type Collection, ruleOf, viewQuery } from '../../../model/collection';
import { type ResolvedColumn, resolveQuery } from '../../../model/sql/resolve';
import { nameKey, writtenName } from '../../../model/sql/tokens';
import {
  type Check,
  eachCollection,
  listed,
  plainWords,
  ruleCode,
  rulePlace,
  type ShownCode,
  say,
} from './finding';
import { accessRank } from './whoPasses';

const secretColumns = ['passwordHash', 'tokenKey'];
const secretTables = ['_admins', '_params', '_externalAuths'];

const queryCode = (view: Collection): ShownCode => ({
  label: say`query of ${view}`,
  code: viewQuery(view) ?? '',
  language: 'sql',
});

/**
 * True if the column is a field of a collection that is no auth collection. There, a field such as `email` is a
 * normal one.
 */
const isOwnField = (column: ResolvedColumn | null) =>
  column?.field != null && column.field.collection.type !== 'auth';

const namesOf = (known: readonly string[], written: readonly string[]) =>
  known.filter((name) => written.some((one) => nameKey(one) === nameKey(name)));

export const viewChecks: readonly Check[] = [
  {
    id: 'view-secrets',
    passed: 'No view reads a table or a column with secrets.',
    scope: 'views',
    run: eachCollection((view, { collections }, report) => {
      const query = viewQuery(view);
      if (query === null) return;
      const { parsed, resolve } = resolveQuery(query, collections);
      const tables = parsed.tables.map(({ source }) => writtenName(source.table ?? undefined) ?? '');
      const secrets = [
        ...namesOf(
          secretColumns,
          parsed.columns.filter((column) => !isOwnField(resolve(column))).map(({ name }) => name),
        ),
        ...namesOf(secretTables, tables),
      ];
      if (secrets.length === 0) return;
      const isClosed = ruleOf(view, 'listRule') === null && ruleOf(view, 'viewRule') === null;
      report.find({
        severity: isClosed ? 'medium' : 'critical',
        title: say`A view shows ${listed(secrets)}`,
        why: say`The query of ${view} reads ${plainWords(secrets.length === 1 ? 'it' : 'them')}. ${plainWords(
          isClosed ? 'Only admins get its records today.' : 'Its rules let others in.',
        )}`,
        parts: [queryCode(view), ruleCode(view, 'listRule'), ruleCode(view, 'viewRule')],
        fix: say`Remove ${listed(secrets)} from the query.`,
        place: {
          text: view.name,
          collectionId: view.id,
          at: 'options.query',
        },
      });
    }),
  },
  {
    id: 'wider-view',
    passed: 'No view is open to more people than the collections that it reads.',
    scope: 'views',
    run: eachCollection((view, { collections, lookup }, report) => {
      const query = viewQuery(view);
      if (query === null) return;
      const { tables, columns } = resolveQuery(query, collections);
      const sources = [...new Set(tables.map(({ collection }) => collection))];
      for (const rule of ['listRule', 'viewRule'] as const) {
        const rank = accessRank(view, rule, lookup);
        if (rank === 3) continue;
        const closed = sources.filter((source) => accessRank(source, rule, lookup) > rank);
        const alike = sources.filter(
          (source) =>
            rank === 2 &&
            accessRank(source, rule, lookup) === 2 &&
            ruleOf(source, rule) !== ruleOf(view, rule),
        );
        for (const { name } of alike) {
          report.cannotTell(rulePlace(view, rule).text, `Its rule and that of ${name} cannot be compared.`);
        }
        const emails = sources.filter((source) =>
          columns.some(
            ({ field }) =>
              field?.collection === source && source.type === 'auth' && nameKey(field.fieldName) === 'email',
          ),
        );
        if (closed.length === 0 && emails.length === 0) continue;
        report.find({
          severity: 'medium',
          title:
            closed.length === 0
              ? say`View ${view} shows emails of ${listed(emails)}`
              : say`View ${view} shows more than ${listed(closed)} allows${plainWords(emails.length > 0 ? '; it shows emails' : '')}`,
          why: say`${plainWords(closed.length > 0 ? 'Its rule lets in more people than that of the source. ' : '')}${plainWords(
            emails.length > 0 ? 'A view shows an email even if its user hides it.' : '',
          )}`,
          parts: [
            ruleCode(view, rule),
            ...(closed.length > 0 ? closed : emails).map((source) => ruleCode(source, rule)),
            queryCode(view),
          ],
          fix: say`Give ${view} the rule of its source, or leave the columns out.`,
          place: rulePlace(view, rule),
        });
        break;
      }
    }),
  },
];
