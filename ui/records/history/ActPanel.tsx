import Trash2 from 'lucide-react/icons/trash-2';
import Undo2 from 'lucide-react/icons/undo-2';
import { useEffect, useMemo, useState } from 'react';
import { useSnapshot } from 'valtio';
import { downloadBlob } from '../../base/download';
import { countOf, printCount } from '../../base/text';
import { Badge } from '../../kit/basics/Badge';
import { Button } from '../../kit/basics/Button';
import { FileSize } from '../../kit/basics/FileSize';
import { Checkbox } from '../../kit/form/Checkbox';
import { Loading } from '../../kit/layout/Loading';
import { MoreLine } from '../../kit/layout/MoreLine';
import { BannerBar } from '../../kit/layout/Note';
import { ToldList } from '../../kit/layout/ToldList';
import { CloseButton } from '../../kit/overlay/CloseButton';
import { Panel } from '../../kit/overlay/Panel';
import { ValueRow, ValueTable } from '../../kit/table/ValueTable';
import type { Collection } from '../../model/collection';
import type { RecordAnswer } from '../../model/record';
import { PreviewTable } from '../display/PreviewTable';
import { Thumb } from '../display/Thumb';
import { type BlobThumbs, createBlobThumbs } from '../files/blobThumbs';
import { RelatedValue } from '../related/RelatedValue';
import css from './ActPanel.module.css';
import {
  changedNames,
  comesBack,
  goesAgain,
  keysOf,
  lossesOf,
  ownParts,
  partText,
  printValue,
} from './actWords';
import { actIcons } from './HistoryTable';
import * as history from './history';
import * as historyActs from './historyActs';
import { rowOf } from './historyRows';
import { type Act, type ActContent, type Part, partKey } from './plan/act';

interface Props {
  act: Act;
  onRemove: () => void;
  onClose: () => void;
}

const mostShown = 100;

/** Shows what an act did, and what Undo brings back and what it cannot. */
export function ActPanel({ act, onRemove, onClose }: Props) {
  /** Undefined while it is read; null if it is no longer kept. */
  const [content, setContent] = useState<ActContent | null | undefined>();
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const { kind, label } = rowOf(act);
  const own = useMemo(() => (content ? ownParts(content) : []), [content]);
  const chosen = own.filter((part) => ticked.has(partKey(part)));

  useEffect(() => {
    let isGone = false;
    void history.read(act.id).then((found) => !isGone && setContent(found));
    return () => {
      isGone = true;
    };
  }, [act]);

  const undo = () =>
    chosen.length > 0
      ? historyActs.undoActs([act.id], keysOf(chosen, content?.parts ?? []))
      : historyActs.undoActs([act.id]);

  return (
    <Panel
      title={<b translate="no">{act.title}</b>}
      onClose={onClose}
      bar={
        <BannerBar kind="info" icon={actIcons[kind]}>
          {label}: <b translate="no">{act.collectionName}</b>, {act.at.slice(0, 19).replace('T', ' ')} UTC.
        </BannerBar>
      }
      footerStart={
        <Button kind="dangerQuiet" icon={Trash2} onClick={onRemove}>
          Delete permanently
        </Button>
      }
      footer={
        <>
          <CloseButton>Close</CloseButton>
          {kind !== 'undone' && content && (
            <Button kind="primary" icon={Undo2} writes onClick={() => void undo()}>
              Undo
              {own.length > 1 &&
                (chosen.length > 0
                  ? ` ${printCount(chosen.length)} of ${printCount(own.length)}`
                  : ` all ${printCount(own.length)}`)}
            </Button>
          )}
        </>
      }
    >
      {content === undefined && <Loading>Loading...</Loading>}
      {content !== undefined && kind === 'undone' && (
        <p>Everything was undone, so the history no longer holds it.</p>
      )}
      {content === null && kind !== 'undone' && <p>This is no longer kept.</p>}
      {content && kind !== 'undone' && (
        <Content content={content} own={own} ticked={ticked} onTick={setTicked} />
      )}
    </Panel>
  );
}

interface ContentProps extends TicksProps {
  content: ActContent;
}

interface TicksProps {
  own: readonly Part[];
  ticked: ReadonlySet<string>;
  onTick: (keys: ReadonlySet<string>) => void;
}

function Content({ content, own, ticked, onTick }: ContentProps) {
  const { act, files } = content;
  const kept = (recordId: string, name: string) =>
    files.find((file) => file.recordId === recordId && file.name === name)?.content ?? null;
  const [thumbs] = useState(() => createBlobThumbs(async (recordId, name) => kept(recordId, name)));
  useEffect(() => thumbs.close, [thumbs]);
  const [first] = own;
  const isOne = act.kind !== 'collection' && own.length === 1 && first?.before;
  const collection = act.collections.find(({ id }) => id === first?.collectionId);
  return (
    <>
      <Told title="Comes back" isBack sentences={comesBack(content)} />
      <Told title="Is deleted" sentences={goesAgain(content)} />
      <Told title="Does not come back" sentences={[...lossesOf(content), ...act.gaps]} />
      {!isOne && own.length > 0 && <Parts act={act} own={own} ticked={ticked} onTick={onTick} />}
      {isOne && first.after === 'gone' && collection && (
        <Values
          record={first.before}
          collection={collection}
          thumbs={thumbs}
          onFileOpen={(name) => {
            const blob = kept(first.id, name);
            if (blob) downloadBlob(name, blob);
          }}
        />
      )}
      {isOne && first.after !== 'gone' && <Changes part={first} />}
      {files.length > 0 && (
        <>
          <h3 className={css.head}>{countOf(files.length, 'file')}</h3>
          <ul className={css.list}>
            {files.slice(0, mostShown).map(({ recordId, name, content: blob }) => (
              <li key={`${recordId} ${name}`} className="row">
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

interface ToldProps {
  title: string;
  isBack?: boolean;
  sentences: readonly string[];
}

function Told({ title, isBack = false, sentences }: ToldProps) {
  if (sentences.length === 0) return null;
  return (
    <>
      <h3 className={css.head}>{title}</h3>
      <ToldList isBack={isBack} sentences={sentences} />
    </>
  );
}

interface ValuesProps {
  record: RecordAnswer;
  collection: Collection;
  thumbs: BlobThumbs;
  onFileOpen: (name: string) => void;
}

function Values({ record: { record, sources }, collection, thumbs, onFileOpen }: ValuesProps) {
  return (
    <>
      <h3 className={css.head}>The record</h3>
      <PreviewTable
        record={record}
        collection={collection}
        sources={sources}
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

/** The changed values of one record, before and after. An import keeps only those before. */
function Changes({ part }: { part: Part }) {
  const { before, after } = part;
  return (
    <>
      <h3 className={css.head}>The change</h3>
      <ValueTable>
        {changedNames(part).map((name) => (
          <ValueRow key={name} name={name}>
            <p>
              <Badge>then</Badge> {before && printValue(before, name)}
            </p>
            {after && after !== 'gone' && Object.hasOwn(after.record, name) && (
              <p className="muted">
                <Badge>changed to</Badge> {printValue(after, name)}
              </p>
            )}
          </ValueRow>
        ))}
      </ValueTable>
    </>
  );
}

/** The records of an act. Undo takes the ticked ones; all if none is ticked. */
function Parts({ act, own, ticked, onTick }: TicksProps & { act: Act }) {
  const toggle = (key: string) => {
    const next = new Set(ticked);
    if (!next.delete(key)) next.add(key);
    onTick(next);
  };
  return (
    <>
      <h3 className={css.head}>{countOf(own.length, 'record')}</h3>
      <ul className={css.list}>
        {own.slice(0, mostShown).map((part) => {
          const key = partKey(part);
          const label = (
            <>
              <span translate="no">{part.name}</span>{' '}
              {part.name !== part.id && (
                <>
                  <code translate="no">{part.id}</code>{' '}
                </>
              )}
              <span className="muted">{partText(part, act)}</span>
            </>
          );
          return (
            <li key={key}>
              {own.length > 1 ? (
                <Checkbox isChecked={ticked.has(key)} label={label} onChange={() => toggle(key)} />
              ) : (
                label
              )}
            </li>
          );
        })}
      </ul>
      <MoreLine count={own.length} mostShown={mostShown} />
    </>
  );
}
