// biome-ignore-all lint/a11y/noRedundantRoles: laid out as blocks, table elements lose their roles in some browsers
import { useId, useState } from 'react';
import { useSnapshot } from 'valtio';
import { Badge, type BadgeKind } from '../../kit/basics/Badge';
import { CodeBlock, type CodeLanguage } from '../../kit/basics/CodeBlock';
import { Tabs } from '../../kit/layout/Tabs';
import css from './ApiDocsPanel.module.css';
import type { ApiDocs } from './apiDocs';
import { ChoiceTabs } from './ChoiceTabs';
import { DocsText } from './DocsText';
import type { AnswerExample, DocsContent, Parameter } from './docsContent';
import { type PageKey, pageLabels } from './docsPages';
import { FilterSyntax } from './FilterSyntax';
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

/** One page of the docs: one action on a collection. */
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

/** A table of the parameters in one part of a request; renders nothing without parameters. */
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
