import FileQuestion from 'lucide-react/icons/file-question-mark';
import { useId, useLayoutEffect, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { joinClasses } from '../../kit/basics/joinClasses';
import { Select } from '../../kit/form/Select';
import { EmptyState } from '../../kit/layout/EmptyState';
import { useNarrow } from '../../kit/layout/useNarrow';
import { CloseButton } from '../../kit/overlay/CloseButton';
import { Panel } from '../../kit/overlay/Panel';
import { can } from '../../page/capabilities';
import { NotHere } from '../../page/NotHere';
import { answerPanel, type Panels } from '../../page/panels';
import css from './ApiDocsPanel.module.css';
import { type ApiDocs, createApiDocs } from './apiDocs';
import { ChoiceTabs } from './ChoiceTabs';
import { DocsPage } from './DocsPage';
import { type PageKey, pageLabels } from './docsPages';

interface Props {
  id: number;
  takes: Panels['apiDocs']['takes'];
}

/** Shows how an app calls a collection, with examples from its fields and rules. */
export function ApiDocsPanel({ id, takes }: Props) {
  const [docs] = useState(() => createApiDocs(takes));
  const isNarrow = useNarrow();

  return (
    <Panel
      width="wide"
      title={
        <>
          <b translate="no">{docs?.scene.collection.name ?? ''}</b> API docs
        </>
      }
      onClose={() => answerPanel(id, null)}
      bar={docs && isNarrow && can('apiDocs') && <PagePicker docs={docs} />}
      footer={isNarrow && <CloseButton kind="secondary">Close</CloseButton>}
    >
      {!can('apiDocs') ? (
        <NotHere ability="apiDocs" />
      ) : docs ? (
        <Pages docs={docs} isNarrow={isNarrow} />
      ) : (
        <EmptyState icon={FileQuestion} title="This collection does not exist." role="alert" />
      )}
    </Panel>
  );
}

const entriesOf = (keys: readonly PageKey[]) => keys.map((key) => ({ key, label: pageLabels[key] }));

/** Replaces the list of pages where it has no room beside the page. */
function PagePicker({ docs }: { docs: ApiDocs }) {
  const { page } = useSnapshot(docs.state);
  return (
    <div className={css.picker}>
      <Select
        aria-label="Page"
        options={entriesOf([...docs.pages.records, ...docs.pages.auth]).map(({ key, label }) => ({
          value: key,
          label,
        }))}
        value={page}
        isRequired
        onChange={(key) => docs.setPage(key as PageKey)}
      />
    </div>
  );
}

function Pages({ docs, isNarrow }: { docs: ApiDocs; isNarrow: boolean }) {
  const panelId = useId();
  const content = useRef<HTMLDivElement>(null);
  const { page } = useSnapshot(docs.state);
  const groups = [docs.pages.records, docs.pages.auth].filter((keys) => keys.length > 0).map(entriesOf);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another page begins at its head
  useLayoutEffect(() => {
    content.current?.scrollIntoView({ block: 'start' });
  }, [page]);

  const body = <DocsPage key={page} docs={docs} page={page} />;
  if (isNarrow) {
    return (
      <div ref={content} className={css.page}>
        {body}
      </div>
    );
  }
  return (
    <div className={css.layout}>
      <ChoiceTabs
        groups={groups}
        current={page}
        onChange={docs.setPage}
        label="Pages"
        panelId={panelId}
        isUpright
        className={joinClasses(css.nav, groups.length > 1 && css.isCompact)}
      />
      <div
        ref={content}
        className={css.page}
        id={panelId}
        role="tabpanel"
        aria-labelledby={`${panelId}-${page}`}
      >
        {body}
      </div>
    </div>
  );
}
