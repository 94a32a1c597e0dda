import { countOf } from '../../base/text';
import { joinClasses } from '../basics/joinClasses';
import { ChangedDot } from './ChangedMark';
import css from './UnsavedCount.module.css';

interface Props {
  /** The number of things that differ from the stored ones; 0 in a form for something new. */
  changes: number;
  /** The number of changes that cannot be saved. */
  faults?: number | undefined;
}

export function UnsavedCount({ changes, faults = 0 }: Props) {
  if (faults > 0) {
    return (
      <span role="status" className={joinClasses(css.root, 'danger')}>
        {countOf(faults, 'field needs', 'fields need')} attention
      </span>
    );
  }
  if (changes === 0) return null;
  return (
    <span role="status" className={joinClasses(css.root, 'subtle')}>
      <ChangedDot />
      {countOf(changes, 'unsaved change')}
    </span>
  );
}
