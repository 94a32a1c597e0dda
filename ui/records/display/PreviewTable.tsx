import ArrowRight from 'lucide-react/icons/arrow-right';
import Check from 'lucide-react/icons/check';
import Minus from 'lucide-react/icons/minus';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { localDateTime, utcDay, utcTimeWithMs } from '../../base/dates';
import { indentJson } from '../../base/jsonText';
import { listOf } from '../../base/lists';
import { safeAddress } from '../../base/safeAddress';
import { cut, plainText } from '../../base/text';
import { Badge } from '../../kit/basics/Badge';
import { Button } from '../../kit/basics/Button';
import { CopyButton } from '../../kit/basics/CopyButton';
import { fieldIcons } from '../../kit/basics/fieldIcons';
import { Icon } from '../../kit/basics/Icon';
import { joinClasses } from '../../kit/basics/joinClasses';
import { Missing } from '../../kit/basics/Missing';
import { Chip } from '../../kit/form/Chip';
import type { CellMark, CellMarks } from '../../kit/table/TableRow';
import { ValueRow, ValueTable } from '../../kit/table/ValueTable';
import type { Collection } from '../../model/collection';
import type { SchemaField } from '../../model/field';
import { type FullRecord, fieldValue } from '../../model/record';
import { choiceMark } from '../../model/types/fieldTypes';
import css from './PreviewTable.module.css';
import { FileThumb } from './RecordLabel';
import { columnsOf, type RecordColumn } from './recordColumns';
import type { ThumbSource } from './Thumb';

/** Values that were changed in the table of records and are not saved. */
export interface StagedValues {
  /** The record with these values. */
  record: FullRecord;
  /** Its json fields as they were typed. */
  sources: Readonly<Record<string, string>>;
  marks: CellMarks;
}

interface Props {
  record: FullRecord;
  collection: Collection;
  /** The json fields as the server wrote them. */
  sources: Readonly<Record<string, string>>;
  context: PreviewContext;
  staged?: StagedValues | null | undefined;
}

/** Shows all values of a record completely, one below the other; a changed value after the stored one. */
export function PreviewTable({ record, collection, sources, context, staged }: Props) {
  return (
    <ValueTable>
      {columnsOf(collection, record).map((column) => {
        const { name, kind } = column;
        const shared = { column, collection, context };
        const value = <PreviewValue {...shared} record={record} source={sources[name]} />;
        const mark = staged?.marks.get(name);
        return (
          <ValueRow
            key={name}
            mark={mark?.kind}
            name={
              <>
                <Icon of={fieldIcons[kind]} size="small" />
                {name}
              </>
            }
          >
            {staged && mark ? (
              <StagedValue mark={mark} stored={value}>
                <PreviewValue {...shared} record={staged.record} source={staged.sources[name]} />
              </StagedValue>
            ) : (
              value
            )}
          </ValueRow>
        );
      })}
    </ValueTable>
  );
}

interface StagedValueProps {
  mark: CellMark;
  stored: ReactNode;
  children: ReactNode;
}

function StagedValue({ mark: { kind, text, description }, stored, children }: StagedValueProps) {
  const needsAttention = kind !== 'changed';
  return (
    <div className={css.staged}>
      <del className={css.stored}>{stored}</del>
      <Icon of={ArrowRight} size="small" />
      <ins className={css.changed}>{text ?? children}</ins>
      <span className={css.badge}>
        <Badge kind={kind === 'wrong' ? 'danger' : 'warning'}>Staged</Badge>
      </span>
      {needsAttention && <p className={css.error}>{description}</p>}
    </div>
  );
}

const jsonLength = 500;
const mostItems = 500;

/** The surroundings of a value: the files of its record, and the records that it points to. */
interface PreviewContext {
  files: ThumbSource;
  /** Makes each file a button. */
  onFileOpen?: (name: string) => void;
  /** Draws the records of a relation; `rest` is the number of further ones. */
  drawRelated: (field: SchemaField, ids: readonly string[], rest: number) => ReactNode;
}

interface PreviewValueProps {
  record: FullRecord;
  column: RecordColumn;
  collection: Collection;
  /** The value as the server wrote it, if known. */
  source: string | undefined;
  context: PreviewContext;
}

/** Shows one value of a record completely. */
function PreviewValue({ record, column, collection, source, context }: PreviewValueProps): ReactNode {
  const value = fieldValue(record, column.name);
  const items = listOf(value);
  switch (column.kind) {
    case 'id':
      return (
        <span className={css.id}>
          {record.id}
          <CopyButton text={record.id} size="tiny" />
        </span>
      );
    case 'bool':
      return <BoolValue isTrue={value === true} />;
    case 'number':
      return typeof value === 'number' ? <span className={css.number}>{value}</span> : <Missing />;
    case 'date':
      return <DateValue text={String(value ?? '')} />;
    case 'json':
      return (
        <JsonValue source={source ?? JSON.stringify(value)} isEmpty={value === null || value === undefined} />
      );
    case 'editor':
      return <LongText text={plainText(String(value ?? ''))} />;
    case 'url':
      return <UrlValue text={String(value ?? '')} />;
    case 'select':
      return <SelectValue texts={items} column={column} />;
    case 'relation':
      return items.length > 0 && column.field ? (
        context.drawRelated(column.field, items.slice(0, mostItems), items.length - mostItems)
      ) : (
        <Missing />
      );
    case 'file':
      return <FileValue record={record} collection={collection} context={context} names={items} />;
    default:
      return <LongText text={String(value ?? '')} />;
  }
}

function BoolValue({ isTrue }: { isTrue: boolean }) {
  return (
    <span className={isTrue ? css.true : css.false}>
      <Icon of={isTrue ? Check : Minus} size="small" />
      {isTrue ? 'True' : 'False'}
    </span>
  );
}

function DateValue({ text }: { text: string }) {
  const day = utcDay(text);
  if (day === '') return <Missing />;
  return (
    <span className={css.number} data-tooltip={localDateTime(text)}>
      {day} {utcTimeWithMs(text)} <span className="subtle">UTC</span>
    </span>
  );
}

interface LongTextProps {
  text: string;
  isMono?: boolean;
  /** The number of characters before "Show all". */
  most?: number;
}

/** A long text scrolls, by keyboard too. "Show all" shows it whole. */
function LongText({ text, isMono = false, most = Number.POSITIVE_INFINITY }: LongTextProps) {
  const box = useRef<HTMLDivElement>(null);
  const [isHigh, setHigh] = useState(false);
  const [isWhole, setWhole] = useState(false);
  const start = cut(text, most);
  const isLong = isHigh || start !== text;

  // biome-ignore lint/correctness/useExhaustiveDependencies: another text has another height
  useLayoutEffect(() => {
    const { scrollHeight = 0, clientHeight = 0 } = box.current ?? {};
    if (!isWhole) setHigh(scrollHeight > clientHeight);
  }, [text, isWhole]);

  if (text === '') return <Missing />;
  const focusable = isHigh && !isWhole ? ({ tabIndex: 0, role: 'group', 'aria-label': 'Text' } as const) : {};
  return (
    <div className={css.long}>
      <div
        ref={box}
        className={joinClasses(isMono ? css.json : css.text, isWhole && css.whole)}
        {...focusable}
      >
        {isWhole ? text : start}
      </div>
      {isLong && (
        <Button kind="link" size="small" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole ? 'Show less' : 'Show all'}
        </Button>
      )}
    </div>
  );
}

function UrlValue({ text }: { text: string }) {
  const address = safeAddress(text);
  if (!address) return <LongText text={text} />;
  return (
    <a className={css.link} href={address} target="_blank" rel="noopener noreferrer">
      {text}
    </a>
  );
}

/** The copy is complete, in the server's own notation. */
function JsonValue({ source, isEmpty }: { source: string; isEmpty: boolean }) {
  if (isEmpty) return <Missing />;
  const text = indentJson(source);
  return (
    <div className={css.copied}>
      <LongText text={text} most={jsonLength} isMono />
      <CopyButton text={text} size="small" />
    </div>
  );
}

function SelectValue({ texts, column }: { texts: string[]; column: RecordColumn }) {
  if (texts.length === 0) return <Missing />;
  return (
    <span className={css.items}>
      {texts.map((text) => (
        <Chip key={text} mark={choiceMark(column.field, text)}>
          {text}
        </Chip>
      ))}
    </span>
  );
}

function FileValue({
  names,
  record,
  collection,
  context: { files, onFileOpen },
}: Pick<PreviewValueProps, 'record' | 'collection' | 'context'> & { names: string[] }) {
  if (names.length === 0) return <Missing />;
  return (
    <span className={css.items}>
      {names.slice(0, mostItems).map((name) => (
        <FileThumb
          key={name}
          record={record}
          name={name}
          collection={collection}
          files={files}
          onOpen={onFileOpen && (() => onFileOpen(name))}
        />
      ))}
      {names.length > mostItems && '...'}
    </span>
  );
}
