import BadgeAlert from 'lucide-react/icons/badge-alert';
import BadgeCheck from 'lucide-react/icons/badge-check';
import { type CSSProperties, type MouseEvent, memo, type ReactNode } from 'react';
import { utcDay, utcTime } from '../../base/dates';
import { isPlainClick } from '../../base/keys';
import { listOf } from '../../base/lists';
import { safeAddress } from '../../base/safeAddress';
import { cut } from '../../base/text';
import { CopyButton } from '../../kit/basics/CopyButton';
import { Icon } from '../../kit/basics/Icon';
import { Missing } from '../../kit/basics/Missing';
import { type Collection, collectionTypeOf } from '../../model/collection';
import { needsToken } from '../../model/file';
import {
  displayText,
  expandedRecords,
  fieldValue,
  type ListedRecord,
  presentableThumb,
} from '../../model/record';
import { choiceMark, targetOf } from '../../model/types/fieldTypes';
import { cellText } from './cellText';
import css from './RecordValue.module.css';
import type { RecordColumn } from './recordColumns';
import { Thumb, type ThumbSource } from './Thumb';

const textLength = 150;
const editorLength = 195;
const relatedLength = 70;
const shownFiles = 5;
const maxChipWidth = 108;
const cellPadding = 20;

/** The surroundings of the values of a table. */
export interface RecordValueContext {
  /** The collection of the rows. */
  collection: Collection;
  collectionById: (id: string) => Collection | undefined;
  files: ThumbSource;
  /** Makes each file a button. */
  onFileOpen?: (record: ListedRecord, name: string) => void;
  /** Makes the id a link to its record. */
  link?: { hash: (recordId: string) => string; onOpen: (recordId: string) => void };
}

interface Props {
  record: ListedRecord;
  column: RecordColumn;
  context: RecordValueContext;
}

/**
 * Shows one value of a row in one line, by the type of its field. A page can have thousands of cells, so most
 * values are bare text, and `cellTooltip` is the tooltip of their cell. The arrow keys move to elements that
 * can be pressed.
 */
export const RecordValue = memo(function RecordValue(props: Props): ReactNode {
  const { record, column } = props;
  const value = fieldValue(record, column.name);
  switch (column.kind) {
    case 'id':
      return <IdValue {...props} />;
    case 'bool':
      return <BoolValue isTrue={value === true} />;
    case 'number':
      return cellText(record, column) || <Missing />;
    case 'date':
      return <DateValue value={cellText(record, column)} />;
    case 'json':
      return <JsonValue text={cellText(record, column)} />;
    case 'editor':
      return cut(cellText(record, column), editorLength) || <Missing />;
    case 'url':
      return <UrlValue text={cellText(record, column)} />;
    case 'select':
      return <SelectValue texts={listOf(value)} column={column} />;
    case 'relation':
      return <RelationValue {...props} ids={listOf(value)} />;
    case 'file':
      return <FileValue {...props} names={listOf(value)} />;
    default:
      return cut(cellText(record, column), textLength) || <Missing />;
  }
});

function IdValue({ record, context: { collection, link } }: Props) {
  function handleClick(event: MouseEvent) {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    link?.onOpen(record.id);
  }

  return (
    <span className={css.line}>
      <span className={css.id}>
        {link ? (
          <a className={css.idLink} href={link.hash(record.id)} tabIndex={-1} onClick={handleClick}>
            {record.id}
          </a>
        ) : (
          <span className={css.cut}>{record.id}</span>
        )}
        <CopyButton text={record.id} size="tiny" tabIndex={-1} />
      </span>
      {collectionTypeOf(collection) === 'auth' && (
        <VerifiedMark isVerified={fieldValue(record, 'verified') === true} />
      )}
    </span>
  );
}

function VerifiedMark({ isVerified }: { isVerified: boolean }) {
  const text = isVerified ? 'Verified' : 'Unverified';
  return (
    <span
      className={isVerified ? css.verified : css.unverified}
      role="img"
      aria-label={text}
      data-tooltip={text}
    >
      <Icon of={isVerified ? BadgeCheck : BadgeAlert} size="small" />
    </span>
  );
}

function BoolValue({ isTrue }: { isTrue: boolean }) {
  return <span className={isTrue ? css.true : css.false}>{isTrue ? 'True' : 'False'}</span>;
}

/** Shows the day, and the time in UTC in a weaker colour. */
function DateValue({ value }: { value: string }) {
  const day = utcDay(value);
  if (day === '') return <Missing />;
  return (
    <>
      {day} <span className={css.time}>{utcTime(value)}</span>
    </>
  );
}

function UrlValue({ text }: { text: string }) {
  const address = safeAddress(text);
  const shown = cut(text, textLength);
  if (!address) return shown || <Missing />;
  return (
    <a
      className={css.cut}
      href={address}
      target="_blank"
      rel="noopener noreferrer"
      tabIndex={-1}
      data-tooltip="Open in new tab"
    >
      {shown}
    </a>
  );
}

function JsonValue({ text }: { text: string }) {
  if (text === '') return <Missing />;
  return <span className={css.json}>{cut(text, textLength)}</span>;
}

interface LineProps {
  texts: readonly string[];
  /** Draws the values that fit; the others are counted. */
  shown: number;
  children: ReactNode;
}

function Line({ texts, shown, children }: LineProps) {
  const rest = texts.slice(shown);
  return (
    <span className={css.line}>
      {children}
      {rest.length > 0 && (
        <span className={css.rest} data-tooltip={rest.slice(0, 20).join('\n')}>
          +{rest.length}
        </span>
      )}
    </span>
  );
}

function SelectValue({ texts, column }: { texts: string[]; column: RecordColumn }) {
  if (texts.length === 0) return <Missing />;
  const shown = fittingChips(texts, column.width - cellPadding);
  return (
    <Line texts={texts} shown={shown}>
      {texts.slice(0, shown).map((text) => {
        const mark = choiceMark(column.field, text);
        const style =
          mark === undefined ? undefined : ({ '--mark': `var(--choice-${mark})` } as CSSProperties);
        return (
          <span key={text} className={css.choice} data-choice={mark} style={style}>
            {text}
          </span>
        );
      })}
    </Line>
  );
}

function RelationValue({ record, column, context, ids }: Props & { ids: string[] }) {
  if (ids.length === 0) return <Missing />;
  const target = context.collectionById((column.field && targetOf(column.field)) ?? '');
  const related = expandedRecords(record, column.name);
  const chips = ids.map((id) => {
    const found = related?.find((one) => one.id === id);
    return { id, found, text: cut(found ? displayText(found, target) : id, relatedLength) };
  });
  const texts = chips.map(({ text }) => text);
  const shown = fittingChips(texts, column.width - cellPadding, maxChipWidth);
  // The line is short, so only the first record may have an image.
  const first = chips[0]?.found;
  const picture = first && presentableThumb(first, target);
  return (
    <Line texts={texts} shown={shown}>
      {chips.slice(0, shown).map(({ id, text, found }, index) => (
        <span key={id} className={css.relation} data-tooltip={text}>
          {index === 0 && found && picture && (
            <RecordThumb record={found} name={picture} collection={target} context={context} />
          )}
          <span className={css.cut}>{text}</span>
        </span>
      ))}
    </Line>
  );
}

function FileValue({ record, context, names }: Props & { names: string[] }) {
  if (names.length === 0) return <Missing />;
  return (
    <Line texts={names} shown={shownFiles}>
      {names.slice(0, shownFiles).map((name) => (
        <RecordThumb
          key={name}
          record={record}
          name={name}
          collection={context.collection}
          context={context}
        />
      ))}
    </Line>
  );
}

interface ThumbProps {
  record: ListedRecord;
  name: string;
  collection: Collection | undefined;
  context: RecordValueContext;
}

function RecordThumb({ record, name, collection, context }: ThumbProps) {
  const { files, onFileOpen } = context;
  return (
    <Thumb
      name={name}
      address={files.thumbAddress(record, name, collection)}
      onFailure={() => {
        if (needsToken(record, name, collection)) void files.renewToken();
      }}
      onOpen={onFileOpen && (() => onFileOpen(record, name))}
      tabIndex={-1}
    />
  );
}

/** In px at 12 px text. Wider than the average character, so a chip is left out rather than cut. */
const letterWidth = 6.6;
/** Padding and border of a chip, and its optional mark. */
const chipExtra = 28;
const gap = 4;
/** Space for `+99`. */
const restWidth = 26;

/**
 * Returns how many chips fit into `width` px, with space for a `+n` after them if there are more. At least
 * one: it is cut to the line. The width is estimated from the characters, because a measurement would need a
 * layout for every row.
 */
export function fittingChips(
  texts: readonly string[],
  width: number,
  maxChipWidth = Number.POSITIVE_INFINITY,
): number {
  let used = 0;
  for (const [index, text] of texts.entries()) {
    const chip = Math.min(maxChipWidth, text.length * letterWidth + chipExtra);
    const rest = index < texts.length - 1 ? restWidth : 0;
    if (index > 0 && used + chip + rest > width) return index;
    used += chip + gap;
  }
  return texts.length;
}
