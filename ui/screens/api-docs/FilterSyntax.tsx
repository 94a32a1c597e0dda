import css from './ApiDocsPanel.module.css';
import { DocsText } from './DocsText';
import { filterMacros, filterModifiers, filterOperators } from './filterSyntaxTexts';
import { words } from './words';

/** How a filter is written; folded, for it is long and most know it. */
export function FilterSyntax() {
  return (
    <details className={css.fold}>
      <summary>Filter syntax</summary>
      <p>
        <DocsText
          of={words(
            'A filter is made of comparisons: `OPERAND OPERATOR OPERAND`, such as `title ~ "news" && views >= 10`. An operand is the name of a field, a text in `"` or `\'`, a number, `true`, `false`, `null`, or one of the macros below.',
          )}
        />
      </p>
      <Terms title="Operators" terms={filterOperators} />
      <p>
        <DocsText
          of={words(
            'Where a path leads to several values, such as `friends.name`, an operator asks it of all of them, and one with `?` of at least one.',
          )}
        />
      </p>
      <p>
        <DocsText
          of={words(
            'Comparisons are joined by `&&` (and) and `||` (or), and grouped by brackets: `(a = 1 || b = 2) && c != ""`. From `//` to the end of a line stands a comment.',
          )}
        />
      </p>
      <p>
        <DocsText
          of={words(
            'Dots lead into related records (`author.name`) and into JSON (`meta.list.0`); `comments_via_post.text` goes back to the records of `comments` whose field `post` points here. Six relations in a row at most.',
          )}
        />
      </p>
      <Terms title="Macros, in UTC" terms={filterMacros} />
      <Terms title="Modifiers, behind the name of a field" terms={filterModifiers} />
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
