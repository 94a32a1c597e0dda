import Workflow from 'lucide-react/icons/workflow';
import { listOf } from '../../base/lists';
import { expandedRecords } from '../../model/record';
import { presentableThumb } from '../../model/recordName';
import { targetOf } from '../../model/types/fieldTypes';
import { CellLine, cellPadding, fittingChips } from '../display/CellLine';
import { recordText } from '../display/RecordLabel';
import { type FieldLook, mostPreviewed } from './fieldLook';
import { CellThumb } from './file';
import css from './relation.module.css';

/** In px. */
const maxChipWidth = 108;

export const relation: FieldLook = {
  icon: Workflow,
  cell({ value, record, column, context }) {
    const ids = listOf(value);
    const target = context.collectionById((column.field && targetOf(column.field)) ?? '');
    const related = expandedRecords(record, column.name);
    const chips = ids.map((id) => {
      const found = related?.find((one) => one.id === id);
      return { id, found, text: found ? recordText(found, target) : id };
    });
    const texts = chips.map(({ text }) => text);
    const shown = fittingChips(texts, column.width - cellPadding, maxChipWidth);
    // A line has little room, so only the first record may have an image.
    const first = chips[0]?.found;
    const picture = first && presentableThumb(first, target);
    return (
      <CellLine rest={texts.slice(shown)}>
        {chips.slice(0, shown).map(({ id, text, found }, index) => (
          <span key={id} className={css.record} data-tooltip={text}>
            {index === 0 && found && picture && (
              <CellThumb record={found} name={picture} collection={target} context={context} />
            )}
            <span className="ellipsis">{text}</span>
          </span>
        ))}
      </CellLine>
    );
  },
  preview({ value, column: { field }, context }) {
    const ids = listOf(value);
    return field && context.drawRelated(field, ids.slice(0, mostPreviewed), ids.length - mostPreviewed);
  },
};
