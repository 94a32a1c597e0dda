import ChevronDown from 'lucide-react/icons/chevron-down';
import { Icon } from '../../kit/basics/Icon';
import css from './ApiDocsPanel.module.css';
import { DocsText } from './DocsText';
import { words } from './docsContent';

/** The syntax of filters; folded, because it is long and well known. */
export function FilterSyntax() {
  return (
    <details className={css.fold}>
      <summary>
        Filter syntax
        <Icon of={ChevronDown} size="small" />
      </summary>
      <p>
        <DocsText
          of={words(
            'A filter consists of comparisons: `OPERAND OPERATOR OPERAND`, for example `title ~ "news" && views >= 10`. An operand is a field name, a text in `"` or `\'` quotes, a number, `true`, `false`, `null` or one of the macros below.',
          )}
        />
      </p>
      <Terms title="Operators" terms={filterOperators} />
      <p>
        <DocsText
          of={words(
            'If a path has several values, such as `friends.name`, all of them must match. With a `?` operator, at least one must match.',
          )}
        />
      </p>
      <p>
        <DocsText
          of={words(
            'Combine comparisons with `&&` (and) and `||` (or), and group them with parentheses: `(a = 1 || b = 2) && c != ""`. `//` starts a comment.',
          )}
        />
      </p>
      <p>
        <DocsText
          of={words(
            'Use dots to reach fields of related records (`author.name`) and values in JSON (`meta.list.0`). `comments_via_post.text` is a back-relation: the `text` of the records of `comments` whose `post` field refers to this record. A path can cross up to six relations.',
          )}
        />
      </p>
      <Terms title="Macros (in UTC)" terms={filterMacros} />
      <Terms title="Field modifiers" terms={filterModifiers} />
    </details>
  );
}

function Terms({ title, terms }: { title: string; terms: readonly (readonly [string, string])[] }) {
  return (
    <>
      <h5>{title}</h5>
      <dl className={css.terms}>
        {terms.map(([term, text]) => (
          <div key={term}>
            <dt>
              <code translate="no">{term}</code>
            </dt>
            <dd>
              <DocsText of={words(text)} />
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}

const comparisons: readonly (readonly [string, string])[] = [
  ['=', 'Equal. Both `= null` and `= ""` match empty values.'],
  ['!=', 'Not equal.'],
  ['>', 'Greater than.'],
  ['>=', 'Greater than or equal.'],
  ['<', 'Less than.'],
  ['<=', 'Less than or equal.'],
  ['~', 'Contains the text. Use `%` as a wildcard to match a pattern instead.'],
  ['!~', 'Does not contain the text.'],
];

export const filterOperators: readonly (readonly [string, string])[] = [
  ...comparisons,
  ...comparisons.map(([operator]): [string, string] => [
    `?${operator}`,
    `\`${operator}\` for at least one of the values.`,
  ]),
];

export const filterMacros: readonly (readonly [string, string])[] = [
  ['@now', 'Current date and time.'],
  ['@second', 'Current second (0-59).'],
  ['@minute', 'Current minute (0-59).'],
  ['@hour', 'Current hour (0-23).'],
  ['@weekday', 'Current day of the week (0-6, Sunday is 0).'],
  ['@day', 'Current day of the month (1-31).'],
  ['@month', 'Current month (1-12).'],
  ['@year', 'Current year.'],
  ['@todayStart', 'Start of today.'],
  ['@todayEnd', 'End of today.'],
  ['@monthStart', 'Start of this month.'],
  ['@monthEnd', 'End of this month.'],
  ['@yearStart', 'Start of this year.'],
  ['@yearEnd', 'End of this year.'],
];

const filterModifiers: readonly (readonly [string, string])[] = [
  [':length', 'Number of values in a multiple field: `tags:length > 1`.'],
  [':each', 'Each value of a multiple field on its own: `tags:each ?= "news"`.'],
  [
    ':isset',
    'Whether the request contains the field: `@request.data.role:isset = false`. For rules; in filters, only admins can use `@request`.',
  ],
];
