import Info from 'lucide-react/icons/info';
import { Icon } from '../../components/basics/Icon';
import type { AnyRecord } from '../../model/record';
import css from './RecordInfo.module.css';
import { recordTooltip } from './recordTooltip';

/** A sign with the record's data in its tooltip. */
export function RecordInfo({ record }: { record: AnyRecord }) {
  return (
    <span className={css.root} role="img" aria-label="Data" data-tooltip={recordTooltip(record)}>
      <Icon of={Info} size="small" />
    </span>
  );
}
