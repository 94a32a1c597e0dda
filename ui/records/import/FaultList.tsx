import CircleAlert from 'lucide-react/icons/circle-alert';
import { type ReactNode, useState } from 'react';
import { countOf, cut, printCount } from '../../base/text';
import { Badge } from '../../kit/basics/Badge';
import { Accordion, AccordionFrame } from '../../kit/layout/Accordion';
import { type Collection, fieldOf } from '../../model/collection';
import { lookOf } from '../types/fieldLooks';
import { printRanges } from './plan/rowRanges';
import css from './RecordImportPage.module.css';

interface FaultLine {
  /** '' for a fault of the whole row. */
  field: string;
  message: string;
  rows: readonly number[];
  /** The distinct wrong cells. */
  texts?: ReadonlyMap<string, unknown>;
  /** The number of rows that replaced values have corrected. */
  fixed?: number;
}

interface Props<Group extends FaultLine> {
  collection: Collection;
  groups: readonly Group[];
  level: 2 | 3;
  children: (group: Group) => ReactNode;
}

/** A line for each field and reason, with the rows. */
export function FaultList<Group extends FaultLine>({ collection, groups, level, children }: Props<Group>) {
  const [open, setOpen] = useState('');
  return (
    <>
      <AccordionFrame>
        {groups.slice(0, mostGroups).map((group) => {
          const { field, message, rows, texts, fixed = 0 } = group;
          const key = JSON.stringify([field, message]);
          const schemaField = fieldOf(collection, field);
          return (
            <Accordion
              key={key}
              level={level}
              icon={schemaField ? lookOf(schemaField).icon : CircleAlert}
              title={
                <span className={css.fault}>
                  <b translate="no">{field || 'Whole row'}</b>
                  <Reason message={message} texts={[...(texts?.keys() ?? [])]} />
                  {rows.length > 0 && (
                    <span className={css.ranges}>
                      {rows.length === 1 ? 'Row' : 'Rows'} {printRanges(rows, mostRanges)}
                    </span>
                  )}
                </span>
              }
              status={
                <span className={css.badges}>
                  {fixed > 0 && <Badge kind="success">{countOf(fixed, 'row')} fixed</Badge>}
                  {rows.length > 0 && <Badge kind="danger">{countOf(rows.length, 'row')}</Badge>}
                </span>
              }
              isOpen={open === key}
              onToggle={(isOpen) => setOpen(isOpen ? key : '')}
            >
              {children(group)}
            </Accordion>
          );
        })}
      </AccordionFrame>
      {groups.length > mostGroups && (
        <p>The first {mostGroups} errors are shown. The file of the rows left out has all.</p>
      )}
    </>
  );
}

/** Adds the first wrong cells: `Must be a number, not "3x", "n/a" and 5 more.` */
function Reason({ message, texts }: { message: string; texts: readonly string[] }) {
  if (texts.length === 0) return <span>{message}</span>;
  const more = texts.length - mostTexts;
  return (
    <span>
      {message.replace(/\.$/, '')}
      {message.startsWith('Must be ') ? ', not ' : ': '}
      <span translate="no">
        {texts
          .slice(0, mostTexts)
          .map((text) => quoted(cut(text, longestText)))
          .join(', ')}
      </span>
      {more > 0 && ` and ${printCount(more)} more`}.
    </span>
  );
}

/** A text of a JSON file already has its quotes. */
const quoted = (text: string) => (text.startsWith('"') ? text : `"${text}"`);

const mostTexts = 2;
const longestText = 40;
const mostRanges = 12;
const mostGroups = 200;
