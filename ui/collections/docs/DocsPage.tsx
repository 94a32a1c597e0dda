// biome-ignore-all lint/a11y/noRedundantRoles: laid out as blocks, table elements lose their roles in some browsers

import ChevronDown from 'lucide-react/icons/chevron-down';
import { useId, useState } from 'react';
import { useSnapshot } from 'valtio';
import type { Words } from '../../base/text';
import { Badge, type BadgeKind } from '../../kit/basics/Badge';
import { CodeBlock, type CodeLanguage } from '../../kit/basics/CodeBlock';
import { Icon } from '../../kit/basics/Icon';
import { Tabs } from '../../kit/layout/Tabs';
import { atRequest, eachOf, issetOf, lengthOf, type Macro, requestWord } from '../../model/filter/ruleWords';
import css from './ApiDocsPanel.module.css';
import type { ApiDocs } from './apiDocs';
import { ChoiceTabs } from './ChoiceTabs';
import { type AnswerExample, type DocsContent, type Parameter, words } from './docsContent';
import { type PageKey, pageLabels } from './docsPages';
import { printJson } from './literals';
import { type Sdk, sdkSample, sdks } from './sdkSamples';

const verbKinds: Readonly<Record<DocsContent['verb'], BadgeKind>> = {
  GET: 'info',
  POST: 'success',
  PATCH: 'warning',
  DELETE: 'danger',
  SSE: 'accent',
};
const languages: Readonly<Record<Sdk, CodeLanguage>> = {
  javascript: 'javascript',
  dart: 'dart',
  fetch: 'javascript',
  curl: 'shell',
};

export function DocsPage({ docs, page }: { docs: ApiDocs; page: PageKey }) {
  const content = docs.contentOf(page);
  const { about, verb, path, needs, event } = content;
  return (
    <>
      <h3>
        {pageLabels[page]} (<span translate="no">{docs.scene.collection.name}</span>)
      </h3>
      {about.map((text, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs stay where they are
        <p key={at}>
          <DocsText of={text} />
        </p>
      ))}
      <SdkExample docs={docs} content={content} />
      <section>
        <h4>API details</h4>
        <div className={css.bar}>
          <Badge kind={verbKinds[verb]}>{verb}</Badge>
          <code translate="no">{path}</code>
          {needs && (
            <small>
              <DocsText of={needs} />
            </small>
          )}
        </div>
      </section>
      <ParameterTable title="Path parameters" parameters={content.pathParameters} />
      <ParameterTable title="Body parameters" parameters={content.bodyParameters} />
      <ParameterTable title="Query parameters" parameters={content.queryParameters} />
      {page === 'list' && <FilterSyntax />}
      {event !== undefined && (
        <section>
          <h4>Event</h4>
          <CodeBlock code={printJson(event)} language="json" label="Example event" />
        </section>
      )}
      <Answers answers={content.answers} />
    </>
  );
}

function SdkExample({ docs, content }: { docs: ApiDocs; content: DocsContent }) {
  const panelId = useId();
  const { sdk } = useSnapshot(docs.state);
  const { label, link } = sdks.find(({ key }) => key === sdk) ?? {};
  return (
    <section>
      <ChoiceTabs
        groups={[sdks]}
        current={sdk}
        onChange={docs.setSdk}
        label="SDK"
        panelId={panelId}
        className={css.segments}
      />
      <div id={panelId} role="tabpanel" aria-labelledby={`${panelId}-${sdk}`}>
        <CodeBlock
          code={sdkSample(sdk, content, docs.scene)}
          language={languages[sdk]}
          label={`${label} example`}
        />
        {link && (
          <small>
            <a href={link.href} target="_blank" rel="noopener noreferrer">
              {link.text}
            </a>
            : use a version below {link.below} with this server
          </small>
        )}
      </div>
    </section>
  );
}

function Answers({ answers }: { answers: readonly AnswerExample[] }) {
  const [status, setStatus] = useState(String(answers[0]?.status));
  const answer = answers.find((one) => String(one.status) === status);
  return (
    <section>
      <h4>Responses</h4>
      <Tabs
        tabs={answers.map((one) => ({ key: String(one.status), label: String(one.status) }))}
        current={status}
        onChange={setStatus}
        label="Responses"
      >
        {answer?.body === undefined ? (
          <p className={css.empty}>The response is empty.</p>
        ) : (
          <CodeBlock code={printJson(answer.body)} language="json" label={`Example response ${status}`} />
        )}
      </Tabs>
    </section>
  );
}

interface Props {
  title: string;
  parameters: readonly Parameter[];
}

/** Renders nothing without parameters. */
function ParameterTable({ title, parameters }: Props) {
  if (parameters.length === 0) return null;
  return (
    <section>
      <h4>{title}</h4>
      <table className={css.table} role="table" aria-label={title}>
        <thead role="rowgroup">
          <tr role="row">
            <th scope="col" role="columnheader">
              Name
            </th>
            <th scope="col" role="columnheader">
              Type
            </th>
            <th scope="col" role="columnheader">
              Description
            </th>
          </tr>
        </thead>
        <tbody role="rowgroup">
          {parameters.map(({ name, type, isRequired, text }) => (
            <tr key={name} role="row">
              <th scope="row" role="rowheader">
                <code translate="no">{name}</code>
                {isRequired !== undefined && (
                  <Badge kind={isRequired ? 'success' : 'neutral'}>
                    {isRequired ? 'Required' : 'Optional'}
                  </Badge>
                )}
              </th>
              <td role="cell" translate="no">
                {type}
              </td>
              <td role="cell">
                <DocsText of={text} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** Folded, because it is long and most people know it. */
function FilterSyntax() {
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

export const filterMacros: readonly (readonly [Macro, string])[] = [
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
  [lengthOf(''), `Number of values in a multiple field: \`${lengthOf('tags')} > 1\`.`],
  [eachOf(''), `Each value of a multiple field on its own: \`${eachOf('tags')} ?= "news"\`.`],
  [
    issetOf(''),
    `Whether the request contains the field: \`${issetOf(`${atRequest.data}.role`)} = false\`. For rules; in filters, only admins can use \`${requestWord}\`.`,
  ],
];

function DocsText({ of }: { of: Words }) {
  return of.map((part, at) =>
    typeof part === 'string' ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of a text have no other key
      <code translate="no" key={at}>
        {part.code}
      </code>
    ),
  );
}
