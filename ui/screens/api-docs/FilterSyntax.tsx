import ChevronDown from 'lucide-react/icons/chevron-down';
import { Icon } from '../../components/basics/Icon';
import css from './ApiDocsPanel.module.css';
import { DocsText } from './DocsText';
import { filterMacros, filterModifiers, filterOperators } from './filterSyntaxTexts';
import { words } from './words';

/** How a filter is written; folded, for it is long and most know it. */
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
