import Trash2 from 'lucide-react/icons/trash-2';
import Undo2 from 'lucide-react/icons/undo-2';
import { useEffect, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { Badge } from '../../../components/basics/Badge';
import { Button } from '../../../components/basics/Button';
import { FileSize } from '../../../components/basics/FileSize';
import { ValueRow, ValueTable } from '../../../components/data/ValueTable';
import { Panel } from '../../../components/overlay/Panel';
import type { OverlayHandle } from '../../../components/overlay/useOverlay';
import { Loading } from '../../../components/page/Loading';
import { MoreLine } from '../../../components/page/MoreLine';
import { BannerBar } from '../../../components/page/Note';
import { ToldList } from '../../../components/page/ToldList';
import { Thumb } from '../../../components/record/Thumb';
import { PreviewTable } from '../../../components/record-table/PreviewTable';
import { type Collection, collectionTypeOf } from '../../../model/collection';
import { type FormerRecord, nameOf } from '../../../model/put-back/putBackPlan';
import { fieldValue } from '../../../model/record';
import { downloadBlob } from '../../../platform/download';
import { countOf, cut } from '../../../platform/text';
import * as bin from '../../../state/bin/bin';
import type { BinContent, BinEntry } from '../../../state/bin/binShelf';
import { type BlobThumbs, createBlobThumbs } from '../../../state/files/blobThumbs';
import { RelatedValue } from '../RelatedValue';
import css from './BinEntryPanel.module.css';
import { actIcons } from './BinTable';
import { binActLabels } from './binRows';

interface Props {
  entry: BinEntry;
  onPutBack: () => void;
  onRemove: () => void;
  onClose: () => void;
}

const mostShown = 100;

/** Shows what an entry of the bin holds, what comes back and what does not. Nothing can be edited. */
export function BinEntryPanel({ entry, onPutBack, onRemove, onClose }: Props) {
  const overlay = useRef<OverlayHandle>(null);
  const [content, setContent] = useState<BinContent | null>(null);
  const [isRead, setIsRead] = useState(false);
  const isBack = entry.state === 'back';
  const act = isBack ? 'back' : entry.kind;

  useEffect(() => {
    let isGone = false;
    void bin.content(entry.id).then((found) => {
      if (isGone) return;
      setContent(found);
      setIsRead(true);
    });
    return () => {
      isGone = true;
    };
  }, [entry]);

  return (
    <Panel
      handle={overlay}
      title={<b translate="no">{entry.title}</b>}
      onClose={onClose}
      bar={
        <BannerBar kind="info" icon={actIcons[act]}>
          {binActLabels[act]}: <b translate="no">{entry.collectionName}</b>,{' '}
          {entry.savedAt.slice(0, 19).replace('T', ' ')} UTC.
        </BannerBar>
      }
      footerStart={
        <Button kind="dangerQuiet" icon={Trash2} onClick={onRemove}>
          Delete permanently
        </Button>
      }
      footer={
        <>
          <Button kind="quiet" onClick={() => overlay.current?.close()}>
            Close
          </Button>
          {!isBack && (
            <Button kind="primary" icon={Undo2} writes onClick={onPutBack}>
              Put back
            </Button>
          )}
        </>
      }
    >
      {!isRead && <Loading>Reading what is kept...</Loading>}
      {isRead && isBack && <p>Everything was put back, so the bin no longer holds it.</p>}
      {isRead && !isBack && content && <Content entry={entry} content={content} />}
    </Panel>
  );
}

function Content({ entry, content }: { entry: BinEntry; content: BinContent }) {
  const { records, files } = content;
  const [first] = records;
  const kept = (recordId: string, name: string) =>
    files.find((file) => file.recordId === recordId && file.name === name)?.content ?? null;
  const [thumbs] = useState(() => createBlobThumbs(async (recordId, name) => kept(recordId, name)));
  useEffect(() => thumbs.close, [thumbs]);
  const isOne = entry.kind !== 'collection' && records.length === 1 && first;
  return (
    <>
      <h3 className={css.head}>Comes back</h3>
      <ToldList isBack sentences={comesBack(entry, content)} />
      <h3 className={css.head}>Does not come back</h3>
      <ToldList isBack={false} sentences={[...lossesOf(entry, content), ...entry.gaps]} />
      {entry.kind === 'changed' && first && content.after ? (
        <Changes entry={entry} before={first} after={content.after} />
      ) : isOne ? (
        <Values
          record={first}
          collections={content.collections}
          thumbs={thumbs}
          onFileOpen={(name) => {
            const blob = kept(first.answer.record.id, name);
            if (blob) downloadBlob(name, blob);
          }}
        />
      ) : (
        records.length > 0 && <Records records={records} collections={content.collections} />
      )}
      {files.length > 0 && (
        <>
          <h3 className={css.head}>{countOf(files.length, 'file')}</h3>
          <ul className={css.list}>
            {files.slice(0, mostShown).map(({ recordId, name, content: blob }) => (
              <li key={`${recordId} ${name}`} className={css.file}>
                <KeptThumb recordId={recordId} name={name} thumbs={thumbs} />
                <Button kind="link" onClick={() => downloadBlob(name, blob)}>
                  <span translate="no">{name}</span>
                </Button>{' '}
                <FileSize bytes={blob.size} />
              </li>
            ))}
          </ul>
          <MoreLine count={files.length} mostShown={mostShown} />
        </>
      )}
    </>
  );
}

interface RecordProps {
  record: FormerRecord;
  collections: readonly Collection[];
}

interface ValuesProps extends RecordProps {
  thumbs: BlobThumbs;
  onFileOpen: (name: string) => void;
}

function Values({ record, collections, thumbs, onFileOpen }: ValuesProps) {
  const collection = collections.find(({ id }) => id === record.collectionId);
  if (!collection) return null;
  return (
    <>
      <h3 className={css.head}>The record</h3>
      <PreviewTable
        record={record.answer.record}
        collection={collection}
        sources={record.answer.sources}
        context={{
          files: thumbs,
          onFileOpen,
          drawRelated: (field, ids, rest) => <RelatedValue field={field} ids={ids} rest={rest} />,
        }}
      />
    </>
  );
}

interface KeptThumbProps {
  recordId: string;
  name: string;
  thumbs: BlobThumbs;
}

function KeptThumb({ recordId, name, thumbs }: KeptThumbProps) {
  useSnapshot(thumbs.state).fileToken;
  return <Thumb name={name} address={thumbs.thumbAddress({ id: recordId }, name)} isBesideName />;
}

/** The changed values: those of the entry, and what replaced them. */
function Changes({ entry, before, after }: { entry: BinEntry; before: FormerRecord; after: FormerRecord }) {
  const print = ({ answer }: FormerRecord, name: string) => {
    const source = Object.hasOwn(answer.sources, name) ? answer.sources[name] : undefined;
    const value = fieldValue(answer.record, name);
    return cut(source ?? (typeof value === 'string' ? value : JSON.stringify(value ?? null)), 500);
  };
  return (
    <>
      <h3 className={css.head}>The change</h3>
      <ValueTable>
        {entry.changed.map((name) => (
          <ValueRow key={name} name={name}>
            <p>
              <Badge>then</Badge> {print(before, name) || '(empty)'}
            </p>
            <p className={css.after}>
              <Badge>changed to</Badge> {print(after, name) || '(empty)'}
            </p>
          </ValueRow>
        ))}
      </ValueTable>
    </>
  );
}

function Records({
  records,
  collections,
}: {
  records: readonly FormerRecord[];
  collections: readonly Collection[];
}) {
  return (
    <>
      <h3 className={css.head}>{countOf(records.length, 'record')}</h3>
      <ul className={css.list} translate="no">
        {records.slice(0, mostShown).map((record) => (
          <li key={`${record.collectionId} ${record.answer.record.id}`}>
            {nameOf(record, collections)} <code translate="no">{record.answer.record.id}</code>
          </li>
        ))}
      </ul>
      <MoreLine count={records.length} mostShown={mostShown} />
    </>
  );
}

/** Says what an entry brings back. */
function comesBack(entry: BinEntry, { records, files, references }: BinContent): string[] {
  const count = records.length;
  if (entry.kind === 'changed') {
    return [`The former values of ${entry.changed.join(', ')}.`, ...filesSentence(files.length)];
  }
  return [
    ...(entry.kind === 'collection' ? ['The collection, with its id, fields, rules and indexes.'] : []),
    ...(count > 0
      ? [count === 1 ? 'The record, under its id.' : `${countOf(count, 'record')}, under their ids.`]
      : []),
    ...filesSentence(files.length),
    ...(references.length > 0
      ? [`${countOf(references.length, 'reference')} of other records, which the delete removed.`]
      : []),
  ];
}

/** Says what does not come back in any case. */
function lossesOf({ kind }: BinEntry, { records, collections }: BinContent): string[] {
  if (kind === 'changed') return ['updated: the server sets it to now.'];
  const isUser = (id: string) => {
    const collection = collections.find((one) => one.id === id);
    return collection !== undefined && collectionTypeOf(collection) === 'auth';
  };
  const hasUsers = records.some(({ collectionId }) => isUser(collectionId));
  return [
    ...(records.length > 0 ? ['created and updated: the server sets both to now.'] : []),
    ...(hasUsers ? ['Passwords, linked accounts and sessions.'] : []),
  ];
}

function filesSentence(count: number): string[] {
  if (count === 0) return [];
  return [count === 1 ? '1 file. It gets a new name.' : `${countOf(count, 'file')}. They get new names.`];
}
