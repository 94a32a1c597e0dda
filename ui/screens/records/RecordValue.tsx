import BadgeAlert from 'lucide-react/icons/badge-alert';
import BadgeCheck from 'lucide-react/icons/badge-check';
import { type CSSProperties, type MouseEvent, memo, type ReactNode } from 'react';
import { CopyButton } from '../../components/basics/CopyButton';
import { Icon } from '../../components/basics/Icon';
import { Thumb } from '../../components/record/Thumb';
import type { Collection } from '../../model/collection';
import { isProtected, optionOf, targetOf } from '../../model/field';
import { needsToken } from '../../model/file';
import {
  displayText,
  expandedRecords,
  fieldValue,
  type ListedRecord,
  listOf,
  presentableThumb,
  relationIds,
} from '../../model/record';
import { utcDay, utcTime } from '../../platform/dates';
import { printHash } from '../../platform/hash';
import { isPlainClick } from '../../platform/keys';
import { safeAddress } from '../../platform/safeAddress';
import { cut } from '../../platform/text';
import { openPanel } from '../../state/panels';
import { cellText } from './cellText';
import { fittingChips } from './fittingChips';
import css from './RecordValue.module.css';
import type { RecordColumn } from './recordColumns';

const textLength = 150;
const editorLength = 195;
const relatedLength = 70;
const shownFiles = 5;
const maxChipWidth = 108;
const cellPadding = 20;

export interface RecordValueContext {
  /** The collection of the rows. */
  collectionId: string;
  onOpen: (recordId: string) => void;
  collectionById: (id: string) => Collection | undefined;
  fileAddress: (record: ListedRecord, name: string, options: { isProtected: boolean }) => string;
  onFileFailure: () => void;
}

interface Props extends RecordValueContext {
  record: ListedRecord;
  column: RecordColumn;
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
      return <RelationValue {...props} ids={relationIds(value)} />;
    case 'file':
      return <FileValue {...props} names={listOf(value)} />;
    default:
      return cut(cellText(record, column), textLength) || <Missing />;
  }
});

function Missing() {
  return <span className={css.missing}>N/A</span>;
}

function IdValue({ record, collectionId, onOpen }: Props) {
  const verified = fieldValue(record, 'verified');

  function handleClick(event: MouseEvent) {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    onOpen(record.id);
  }

  return (
    <span className={css.line}>
      <span className={css.id}>
        <a
          className={css.idLink}
          href={printHash('/collections', { collectionId, recordId: record.id })}
          tabIndex={-1}
          onClick={handleClick}
        >
          {record.id}
        </a>
        <CopyButton text={record.id} size="tiny" tabIndex={-1} />
      </span>
      {typeof verified === 'boolean' && <VerifiedMark isVerified={verified} />}
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
  if (!address) return cut(text, textLength) || <Missing />;
  return (
    <a
      className={css.cut}
      href={address}
      target="_blank"
      rel="noopener noreferrer"
      tabIndex={-1}
      data-tooltip="Open in new tab"
    >
      {cut(text, textLength)}
    </a>
  );
}

function JsonValue({ text }: { text: string }) {
  if (text === '') return <Missing />;
  return <span className={css.json}>{cut(text, textLength)}</span>;
}

function Rest({ count, texts }: { count: number; texts: readonly string[] }) {
  if (count <= 0) return null;
  return (
    <span className={css.rest} data-tooltip={texts.slice(-count).slice(0, 20).join('\n')}>
      +{count}
    </span>
  );
}

function SelectValue({ texts, column }: { texts: string[]; column: RecordColumn }) {
  if (texts.length === 0) return <Missing />;
  const known = column.field ? optionOf(column.field, 'values') : [];
  const choices: unknown[] = Array.isArray(known) ? known : [];
  const shown = fittingChips(texts, column.width - cellPadding);
  return (
    <span className={css.line}>
      {texts.slice(0, shown).map((text) => {
        const mark = choiceMark(choices.indexOf(text));
        const style =
          mark === undefined ? undefined : ({ '--mark': `var(--choice-${mark})` } as CSSProperties);
        return (
          <span key={text} className={css.choice} data-choice={mark} style={style}>
            {text}
          </span>
        );
      })}
      <Rest count={texts.length - shown} texts={texts} />
    </span>
  );
}

/** Colours repeat after 8. A value that is no longer a choice has none. */
function choiceMark(position: number): number | undefined {
  return position < 0 ? undefined : (position % 8) + 1;
}

function RelationValue({ record, column, ids, ...context }: Props & { ids: string[] }) {
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
    <span className={css.line}>
      {chips.slice(0, shown).map(({ id, text, found }, index) => (
        <span key={id} className={css.relation} data-tooltip={text}>
          {index === 0 && found && picture && (
            <Thumb
              name={picture}
              address={context.fileAddress(found, picture, {
                isProtected: needsToken(found, picture, target),
              })}
              onFailure={context.onFileFailure}
              onOpen={() => openFile(context, found, picture)}
              tabIndex={-1}
            />
          )}
          <span className={css.cut}>{text}</span>
        </span>
      ))}
      <Rest count={texts.length - shown} texts={texts} />
    </span>
  );
}

function openFile({ collectionId }: RecordValueContext, record: ListedRecord, name: string): void {
  const takes = { collectionId: record.collectionId ?? collectionId, recordId: record.id, name };
  void openPanel('filePreview', takes);
}

function FileValue({ record, column, names, ...context }: Props & { names: string[] }) {
  if (names.length === 0) return <Missing />;
  const isLocked = column.field !== undefined && isProtected(column.field);
  return (
    <span className={css.line}>
      {names.slice(0, shownFiles).map((name) => (
        <Thumb
          key={name}
          name={name}
          address={context.fileAddress(record, name, { isProtected: isLocked })}
          onFailure={isLocked ? context.onFileFailure : undefined}
          onOpen={() => openFile(context, record, name)}
          tabIndex={-1}
        />
      ))}
      <Rest count={names.length - shownFiles} texts={names} />
    </span>
  );
}
